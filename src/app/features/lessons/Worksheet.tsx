import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Chapter } from '../../../lessons/chapter.ts';
import { exerciseOf, isTaskName, TASKS } from '../../../lessons/tasks/registry.ts';
import { firstAnswers, type Exercise } from '../../../lessons/tasks/task.ts';
import { Solution } from './Exercise.tsx';
import { GivenView } from './GivenView.tsx';
import styles from './Lessons.module.css';
import { NumberTable } from './NumberTable.tsx';
import { placeChosen, usePlaceStore } from './use-place.ts';
import { useSay } from './use-say.ts';

/** The tasks of a chapter on paper, at every level; then their solutions and notes for the teacher, on pages of their own. */
export function Worksheet({ chapter }: { chapter: Chapter }) {
  const { t, say, language } = useSay();
  const seed = usePlaceStore((place) => place.seed);
  const exercises = useMemo(
    () =>
      chapter.sections
        .flatMap(({ tasks }) => tasks)
        .flatMap(({ name }) => (isTaskName(name) ? [name] : []))
        .flatMap((name) =>
          Array.from({ length: TASKS[name].levels }, (_, i) => ({
            title: `${say({ key: TASKS[name].title })}, ${t('exercise.level')} ${i + 1}`,
            exercise: exerciseOf(name, i + 1, seed, language),
          })),
        ),
    [chapter, seed, language, say, t],
  );
  return createPortal(
    <main className={styles.worksheet} lang={language} data-instead>
      <nav className={styles.row} aria-label={t('lessons.worksheet')} data-screen-only>
        <Button variant="filled" onClick={() => print()}>
          {t('lessons.print')}
        </Button>
        <Button onClick={() => placeChosen({ seed: seed + 1 })}>{t('exercise.new')}</Button>
        <Button onClick={() => placeChosen({ view: 'read' })}>{t('lessons.close')}</Button>
      </nav>
      <h1>{chapter.title}</h1>
      <p className={styles.nameLine}>{t('lessons.name')}</p>
      {exercises.map(({ title, exercise }, i) => (
        <section key={title}>
          <h2>
            {i + 1}. {title}
          </h2>
          <p>{say(exercise.question)}</p>
          {exercise.given.map((given, j) => (
            <GivenView key={j} given={given} />
          ))}
          <Blanks exercise={exercise} />
        </section>
      ))}
      <section className={styles.newPage}>
        <h1>{t('lessons.solutions', { title: chapter.title })}</h1>
        {exercises.map(({ title, exercise }, i) => (
          <section key={title}>
            <h2>
              {i + 1}. {title}
            </h2>
            <Solution lines={exercise.solution.map(say)} />
          </section>
        ))}
        <h2>{t('lessons.forTeachers')}</h2>
        <ul>
          {chapter.teaching.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
    </main>,
    document.body,
  );
}

/** A cell of the grid on paper: empty, known, or not asked for. */
function cellText({ grid, fields }: Exercise, row: number, column: number, score: (value: number) => string): string {
  const isHere = ({ place }: { place?: readonly [number, number] }) => place?.[0] === row && place[1] === column;
  if (fields.some(isHere)) return '';
  const known = grid?.known?.find(isHere);
  return known === undefined ? '–' : score(known.score);
}

/** Room for the answers. */
function Blanks({ exercise }: { exercise: Exercise }) {
  const { t, say, score } = useSay();
  const { grid, fields } = exercise;
  const first = firstAnswers(exercise);
  if (grid !== undefined) {
    return (
      <NumberTable
        columns={[t('label.tag'), ...grid.columns.map(say)]}
        rows={grid.rows.map((row, i) => ({
          head: say(row),
          cells: grid.columns.map((_, j) => cellText(exercise, i, j, score)),
        }))}
        classOf={() => styles.blank}
      />
    );
  }
  return (
    <ul className={styles.blanks}>
      {fields.map((field) => {
        const chosen =
          field.kind === 'choice' && first[field.id] !== undefined ? field.options[field.initial!] : undefined;
        const isLong = field.kind === 'choice' && field.options.some((option) => say(option).length > 24);
        return (
          <li key={field.id}>
            {say(field.label)}
            {chosen !== undefined && ` (${say(chosen)})`}: {!isLong && '__________'}
            {isLong && (
              <ul>
                {field.options.map((option, i) => (
                  <li key={i}>☐ {say(option)}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
