import { Button } from '@mantine/core';
import type { RunsSummary } from '../../../eval/runs.ts';
import type { ScoreName } from '../../../eval/scores.ts';
import { figureText } from '../../../eval/study-table.ts';
import type { ScoreFigures, ScoreSummary } from '../../../eval/summary.ts';
import { formatCount, formatCounted, formatDuration, formatScore } from '../../format.ts';
import { saveCsv } from '../../save-file.ts';
import { studyCsv } from '../../selectors/study.ts';
import { useStudyStore } from '../../stores/study.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { Icon } from '../../ui/Icon.tsx';
import table from '../../ui/ResultsTable.module.css';
import { ScoreHeads } from '../../ui/ScoreHeads.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { useEntityLooks } from '../../selectors/entity-looks.ts';
import view from '../../ui/ViewPanel.module.css';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { seedResults, type SeedResults } from './results.ts';
import { SeedsFigure } from './SeedsFigure.tsx';

/** The runs of the last training with several seeds, and their means. */
export function SeedsPanel() {
  const study = useStudyStore((store) => store.seeds);
  if (study === undefined) return null;
  const results = seedResults(study);
  return (
    <ViewPanel
      title="All seeds"
      about={`One recipe, ${formatCounted(study.runs.length, 'seed')}; the best on dev is kept.`}
      buttons={
        results.hasWhole && (
          <Button leftSection={<Icon name="save" size={13} />} onClick={() => saveCsv('seeds', studyCsv(study))}>
            CSV
          </Button>
        )
      }
    >
      <Scrollable className={view.scroll} label="Scores of all seeds">
        <SeedsTable results={results} isRunning={study.phase === 'running'} />
        {results.summary?.dev && (
          <SummaryTable dev={results.summary.dev} test={results.summary.test} name={results.name} />
        )}
      </Scrollable>
      <SeedsFigure study={study} />
    </ViewPanel>
  );
}

function SeedsTable({ results: { rows, hasTest, name }, isRunning }: { results: SeedResults; isRunning: boolean }) {
  return (
    <table className={table.table} aria-label="Runs">
      <thead>
        <tr>
          <th scope="col">Seed</th>
          <ScoreHeads hasTest={hasTest} name={name} />
          <th scope="col">Best epoch</th>
          <th scope="col">tokens/s</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seed, result, state, isBest }) => (
          <tr key={seed} data-best={isBest || undefined}>
            <th scope="row">
              {seed}
              {isBest && <span className={table.kept}>{isRunning ? 'best so far' : 'kept'}</span>}
              {state !== undefined && <span className={table.state}>{state}</span>}
            </th>
            <td className={table.secondary}>{result && formatScore(result.dev.overall.precision)}</td>
            <td className={table.secondary}>{result && formatScore(result.dev.overall.recall)}</td>
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
function SummaryTable({ dev, test, name }: { dev: ScoreSummary; test: RunsSummary['test']; name: ScoreName }) {
  const looks = useEntityLooks();
  const cells = (of: (figures: ScoreFigures) => Partial<ScoreFigures> | undefined) => (
    <>
      {RATES.map((rate) => (
        <td key={rate} className={rate === 'f1' ? undefined : table.secondary}>
          {figureText(dev, (figures) => of(figures)?.[rate] ?? 0)}
        </td>
      ))}
      {test && <td>{figureText(test, (figures) => of(figures)?.f1 ?? 0)}</td>}
    </>
  );
  return (
    <table className={table.table} aria-label="Mean and standard deviation">
      <thead>
        <tr>
          <th scope="col">
            {dev.sd === undefined ? 'Of one run' : `Mean ± standard deviation of ${formatCounted(dev.runs, 'run')}`}
          </th>
          <ScoreHeads hasTest={test !== undefined} name="F1" />
        </tr>
      </thead>
      <tbody>
        <tr data-best>
          <th scope="row">{name === 'F1' ? 'Overall' : 'Token accuracy'}</th>
          {cells((figures) => figures)}
        </tr>
        {Object.keys(dev.mean.byType).map((type) => (
          <tr key={type}>
            <th scope="row">
              <EntityName type={type} look={looks(type)} />
            </th>
            {cells(({ byType }) => byType[type])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
