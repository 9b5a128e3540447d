import { Button } from '@mantine/core';
import { useId } from 'react';
import { bestRun, isWhole, type RunsSummary } from '../../../eval/runs.ts';
import { figureText } from '../../../eval/study-table.ts';
import type { ScoreFigures, ScoreSummary } from '../../../eval/summary.ts';
import { formatCount, formatCounted, formatDuration, formatScore } from '../../format.ts';
import { saveCsv } from '../../save-figure.ts';
import { resultsOf, useStudyStore, type Study } from '../../stores/study.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import { seedRows, studyCsv, summariesOf } from './derive.ts';
import { ScoreHeads } from './ScoreHeads.tsx';
import { SeedsFigure } from './SeedsFigure.tsx';
import styles from './Study.module.css';

/** The runs of the last Train, where there were several: each, and what they are together. */
export function SeedsPanel() {
  const id = useId();
  const study = useStudyStore((store) => store.seeds);
  if (study === undefined) return null;
  const [summary] = summariesOf(study);
  const whole = resultsOf(study).filter(isWhole);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>All seeds</h2>
        <p className={styles.dim}>One recipe, {formatCounted(study.runs.length, 'seed')}; the best on dev is kept.</p>
        {whole.length > 0 && (
          <div className={styles.buttons}>
            <Button leftSection={<Icon name="save" size={13} />} onClick={() => saveCsv('seeds', studyCsv(study))}>
              CSV
            </Button>
          </div>
        )}
      </header>
      {/* What scrolls can be scrolled by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label="Scores of all seeds">
        <RunsTable study={study} />
        {summary?.dev && <SummaryTable summary={summary} />}
      </section>
      <SeedsFigure study={study} />
    </section>
  );
}

function RunsTable({ study }: { study: Study }) {
  const results = resultsOf(study);
  const hasTest = results.some(({ test }) => test !== undefined);
  return (
    <table className={styles.table} aria-label="Runs">
      <thead>
        <tr>
          <th scope="col">Seed</th>
          <ScoreHeads hasTest={hasTest} />
          <th scope="col">Best epoch</th>
          <th scope="col">tokens/s</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {seedRows(study, bestRun(results)).map(({ seed, result, state, isBest }) => (
          <tr key={seed} data-best={isBest || undefined}>
            <th scope="row">
              {seed}
              {isBest && <span className={styles.kept}>{study.phase === 'running' ? 'best so far' : 'kept'}</span>}
              {state !== undefined && <span className={styles.state}>{state}</span>}
            </th>
            <td className={styles.secondary}>{result && formatScore(result.dev.overall.precision)}</td>
            <td className={styles.secondary}>{result && formatScore(result.dev.overall.recall)}</td>
            <td>{result && formatScore(result.dev.overall.f1)}</td>
            {hasTest && <td>{result?.test && formatScore(result.test.overall.f1)}</td>}
            <td>{result?.bestEpoch}</td>
            <td>{result && formatCount(result.tokensPerSecond)}</td>
            <td>{result && formatDuration(result.seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const RATES = ['precision', 'recall', 'f1'] as const;

/** Mean and deviation of every score, overall and by type. */
function SummaryTable({ summary: { dev, test } }: { summary: RunsSummary }) {
  const looks = useEntityLooks();
  if (dev === undefined) return null;
  const cells = (summary: ScoreSummary, of: (figures: ScoreFigures) => Pick<ScoreFigures, 'f1'> | undefined) => (
    <td>{figureText(summary, (figures) => of(figures)?.f1 ?? 0)}</td>
  );
  return (
    <table className={styles.table} aria-label="Mean and standard deviation">
      <thead>
        <tr>
          <th scope="col">
            {dev.sd === undefined ? 'Of one run' : `Mean ± standard deviation of ${formatCounted(dev.runs, 'run')}`}
          </th>
          <ScoreHeads hasTest={test !== undefined} />
        </tr>
      </thead>
      <tbody>
        <tr data-best>
          <th scope="row">Overall</th>
          {RATES.map((rate) => (
            <td key={rate} className={rate === 'f1' ? undefined : styles.secondary}>
              {figureText(dev, (figures) => figures[rate])}
            </td>
          ))}
          {test && cells(test, (figures) => figures)}
        </tr>
        {Object.keys(dev.mean.byType).map((type) => (
          <tr key={type}>
            <th scope="row">
              <EntityName type={type} look={looks(type)} />
            </th>
            {RATES.map((rate) => (
              <td key={rate} className={rate === 'f1' ? undefined : styles.secondary}>
                {figureText(dev, ({ byType }) => byType[type]?.[rate] ?? 0)}
              </td>
            ))}
            {test && cells(test, ({ byType }) => byType[type])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
