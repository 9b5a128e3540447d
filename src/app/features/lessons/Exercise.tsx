import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { check, firstAnswers, isSolved, type Answers } from '../../../lessons/tasks/task.ts';
import { exerciseOf, TASKS, type TaskName } from '../../../lessons/tasks/registry.ts';
import { focusNext } from '../../ui/navigation.ts';
import { CopyLink } from './CopyLink.tsx';
import { Fields } from './Fields.tsx';
import { GivenView } from './GivenView.tsx';
import styles from './Lessons.module.css';
import { solvedKey, taskSolved, useLessonsStore } from './store.ts';
import { placeChosen, usePlaceStore } from './use-place.ts';
import { useSay } from './use-say.ts';

interface ExerciseProps {
  name: TaskName;
  /** Of the chapter. */
  level: number;
}

/** A task with its question, fields for the answers, hints and the solution. */
export function Exercise({ name, level: first }: ExerciseProps) {
  const linked = usePlaceStore((place) => (place.task === name ? place.level : undefined));
  const seed = usePlaceStore((place) => place.seed);
  const section = useRef<HTMLElement>(null);
  const [level, setLevel] = useState(linked ?? first);
  const { t, language } = useSay();
  const id = useId();
  useEffect(() => {
    if (linked !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [linked]);
  const levels = TASKS[name].levels;
  const chosen = (change: { level?: number; seed?: number }) => {
    setLevel(change.level ?? level);
    placeChosen({ task: name, level, seed, ...change });
    focusNext(change.level === undefined ? `${id}-seed` : `${id}-level`);
  };
  return (
    <section ref={section} className={styles.task} aria-label={t(TASKS[name].title)}>
      <Numbers
        key={`${level} ${seed} ${language}`}
        id={id}
        name={name}
        level={Math.min(level, levels)}
        seed={seed}
        onLevel={(next) => chosen({ level: next })}
        onSeed={(next) => chosen({ seed: next })}
      />
    </section>
  );
}

interface NumbersProps {
  /** Prefix of the ids of its controls. */
  id: string;
  name: TaskName;
  level: number;
  seed: number;
  onLevel: (level: number) => void;
  onSeed: (seed: number) => void;
}

/** The exercise of a seed. New numbers start afresh. */
function Numbers({ id, name, level, seed, onLevel, onSeed }: NumbersProps) {
  const { t, say, language } = useSay();
  const exercise = useMemo(() => exerciseOf(name, level, seed, language), [name, level, seed, language]);
  const [answers, setAnswers] = useState<Answers>(() => firstAnswers(exercise));
  const [checked, setChecked] = useState<Answers>();
  const [hints, setHints] = useState(0);
  const [isSolutionOpen, setSolutionOpen] = useState(false);
  const isKnown = useLessonsStore(({ solved }) => solved.includes(solvedKey(name, level)));
  const { title, levels } = TASKS[name];
  const verdicts = checked && check(exercise, checked);
  const all = Object.values(verdicts ?? {});
  const right = all.filter((verdict) => verdict === 'right').length;
  const change = (field: string, text: string) => {
    setAnswers({ ...answers, [field]: text });
    // A verdict stays only as long as its answer.
    if (checked) setChecked({ ...checked, [field]: '' });
  };
  const checkNow = () => {
    setChecked(answers);
    if (!isSolutionOpen && isSolved(exercise, answers)) taskSolved(name, level);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        checkNow();
      }}
    >
      <header className={styles.taskHead}>
        <h4>
          {t('exercise.task')}: {t(title)}
        </h4>
        {isKnown && <span className={styles.solved}>✓ {t('exercise.solved')}</span>}
        {levels > 1 && (
          <NativeSelect
            id={`${id}-level`}
            aria-label={t('exercise.level')}
            data={Array.from({ length: levels }, (_, i) => ({
              value: String(i + 1),
              label: `${t('exercise.level')} ${i + 1}`,
            }))}
            value={String(level)}
            onChange={(event) => onLevel(Number(event.currentTarget.value))}
          />
        )}
        <Button id={`${id}-seed`} onClick={() => onSeed(seed + 1)}>
          {t('exercise.new')}
        </Button>
        <CopyLink place={() => ({ ...usePlaceStore.getState(), view: 'read', task: name, level, seed })} />
      </header>
      <p>{say(exercise.question)}</p>
      {exercise.given.map((given, i) => (
        <GivenView key={i} given={given} />
      ))}
      <Fields exercise={exercise} answers={answers} verdicts={verdicts} onChange={change} />
      <div className={styles.row}>
        <Button type="submit" variant="filled">
          {t('exercise.check')}
        </Button>
        {hints < exercise.hints.length && (
          <Button
            onClick={() => {
              setHints(hints + 1);
              focusNext(`${id}-open`);
            }}
          >
            {t('exercise.hint')}
          </Button>
        )}
        <Button
          id={`${id}-open`}
          aria-expanded={isSolutionOpen}
          aria-controls={`${id}-solution`}
          onClick={() => setSolutionOpen(!isSolutionOpen)}
        >
          {t(isSolutionOpen ? 'exercise.hideSolution' : 'exercise.solution')}
        </Button>
        <output className={styles.verdict} data-right={(all.length > 0 && right === all.length) || undefined}>
          {verdicts === undefined
            ? ''
            : right === all.length
              ? t('exercise.right')
              : t('exercise.result', { right, all: all.length })}
        </output>
      </div>
      {hints > 0 && (
        <ol className={styles.hints} aria-live="polite">
          {exercise.hints.slice(0, hints).map((hint, i) => (
            <li key={i}>{say(hint)}</li>
          ))}
        </ol>
      )}
      <div id={`${id}-solution`}>{isSolutionOpen && <Solution lines={exercise.solution.map(say)} />}</div>
    </form>
  );
}

export function Solution({ lines }: { lines: readonly string[] }) {
  return (
    <ol className={styles.solution}>
      {lines.map((line, i) => (
        <li key={i}>{line}</li>
      ))}
    </ol>
  );
}
