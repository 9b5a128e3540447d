import { isForbidden, learnedScore, withEmission, withLegality, withStep } from '../../../insight/edits.ts';
import type { ScoredSentence, Step } from '../../../insight/sentence.ts';
import styles from './Lessons.module.css';
import { NumberTable } from './NumberTable.tsx';
import { ScoreField } from './ScoreField.tsx';
import { useSay } from './use-say.ts';

interface ScoreTablesProps {
  sentence: ScoredSentence;
  /** Takes an edited copy; undefined: the scores cannot be changed. */
  onChange?: ((sentence: ScoredSentence) => void) | undefined;
}

/** Emissions and transitions as tables; where they can be edited, each cell is a field. */
export function ScoreTables({ sentence, onChange }: ScoreTablesProps) {
  return (
    <div className={styles.tables}>
      <Emissions sentence={sentence} onChange={onChange} />
      <TransitionTable sentence={sentence} onChange={onChange} />
    </div>
  );
}

function Emissions({ sentence, onChange }: ScoreTablesProps) {
  const { t, score } = useSay();
  const { tokens, tags, emissions } = sentence;
  return (
    <NumberTable
      caption={t('figure.emissions')}
      columns={[t('label.tag'), ...tokens]}
      rows={tags.map((tag, k) => ({
        head: tag,
        cells: tokens.map((token, i) => {
          const cell = i * tags.length + k;
          if (onChange === undefined) return score(emissions[cell]!);
          return (
            <ScoreField
              key={i}
              label={t('figure.emissionOf', { token, tag })}
              value={emissions[cell]!}
              onChange={(value) => onChange(withEmission(sentence, cell, value))}
            />
          );
        }),
      }))}
    />
  );
}

function TransitionTable({ sentence, onChange }: ScoreTablesProps) {
  const { t } = useSay();
  const { tags, scores } = sentence;
  const hasEnd = scores.end.some((value) => value !== 0);
  const hasStart = scores.start.some((value) => value !== 0);
  const indices = tags.map((_, k) => k);
  const froms = hasStart ? [undefined, ...indices] : indices;
  const tos = hasEnd ? [...indices, undefined] : indices;
  const nameOf = (tag: number | undefined, otherwise: string) => (tag === undefined ? otherwise : tags[tag]!);
  return (
    <NumberTable
      caption={t('figure.transitions')}
      columns={[t('figure.fromTo'), ...tos.map((to) => nameOf(to, 'END'))]}
      rows={froms.map((from) => ({
        head: nameOf(from, 'START'),
        cells: tos.map((to) =>
          from === undefined && to === undefined ? null : (
            <StepCell
              key={to ?? 'END'}
              sentence={sentence}
              step={{ from, to }}
              name={`${nameOf(from, 'START')} → ${nameOf(to, 'END')}`}
              onChange={onChange}
            />
          ),
        ),
      }))}
    />
  );
}

interface StepCellProps extends ScoreTablesProps {
  step: Step;
  name: string;
}

function StepCell({ sentence, step, name, onChange }: StepCellProps) {
  const { t, score } = useSay();
  const value = learnedScore(sentence, step);
  if (isForbidden(sentence, step)) {
    if (onChange === undefined) return <span className={styles.forbidden}>−∞</span>;
    return (
      <button
        type="button"
        className={styles.forbidden}
        aria-label={t('figure.allow', { step: name })}
        title={t('figure.allow', { step: name })}
        onClick={() => onChange(withLegality(sentence, step, true))}
      >
        −∞
      </button>
    );
  }
  if (onChange === undefined) return score(value);
  return (
    <ScoreField
      label={t('figure.transitionOf', { step: name })}
      value={value}
      onChange={(next) => onChange(withStep(sentence, step, next))}
    />
  );
}
