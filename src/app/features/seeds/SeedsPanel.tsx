import { OVERALL } from '../../ui/tables/score-table.tsx';
import { Button } from '@mantine/core';
import type { RunResult, RunsSummary } from '../../../eval/runs.ts';
import type { ScoreName, Scores } from '../../../eval/scores.ts';
import { figureText } from '../../../eval/figure-text.ts';
import { runsCsv } from '../../../eval/study-table.ts';
import type { ScoreSummary } from '../../../eval/summary.ts';
import { formatCount, formatCounted, formatDuration, formatScore } from '../../look/format.ts';
import { saveCsv } from '../../ui/save-file.ts';
import { isOfPool, resultsOf, useStudyStore } from '../../stores/runs/study.ts';
import { TypeName } from '../../ui/entity/TypeName.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import results from '../../ui/tables/ResultsTable.module.css';
import { scoreColumnsOfRuns } from '../../ui/tables/run-columns.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import view from '../../ui/ViewPanel.module.css';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { aboutRuns, poolNote, seedResults, type SeedResults, type SeedRow } from './results.ts';
import { SeedsFigure } from './SeedsFigure.tsx';

type Rate = 'precision' | 'recall' | 'f1';

/** The runs of the last training with several seeds, and their means. */
export function SeedsPanel() {
  const study = useStudyStore((store) => store.seeds);
  if (study === undefined) return null;
  const found = seedResults(study);
  const note = poolNote(study, found.name);
  return (
    <ViewPanel
      title={isOfPool(study) ? 'Teachers and student' : 'All seeds'}
      about={aboutRuns(study)}
      buttons={
        found.hasWhole && (
          <Button
            leftSection={<Icon name="save" size={13} />}
            onClick={() => saveCsv('seeds', runsCsv(resultsOf(study)))}
          >
            CSV
          </Button>
        )
      }
    >
      <Scrollable className={view.scroll} label="Scores of all seeds">
        {note && <p>{note}</p>}
        <SeedsTable found={found} isRunning={study.phase === 'running'} />
        {found.summary?.dev && <SummaryTable dev={found.summary.dev} test={found.summary.test} name={found.name} />}
      </Scrollable>
      {!isOfPool(study) && <SeedsFigure study={study} />}
    </ViewPanel>
  );
}

function SeedsTable({ found, isRunning }: { found: SeedResults; isRunning: boolean }) {
  const table = seedsTable(found, isRunning);
  return (
    <DataTable
      table={table}
      label="Runs"
      className={results.table}
      keyOf={({ seed }) => seed}
      marks={({ isBest }) => ({ 'data-best': isBest || undefined })}
    />
  );
}

function seedsTable({ rows, hasTest, name }: SeedResults, isRunning: boolean): ViewTable<SeedRow> {
  const score = (of: (result: RunResult) => Scores | undefined, rate: Rate) => (row: SeedRow) => {
    const scores = row.result && of(row.result);
    return scores && formatScore(scores.overall[rate]);
  };
  const dev = (rate: Rate) => score((result) => result.dev, rate);
  return {
    columns: [
      {
        head: 'Seed',
        text: ({ name, seed, state, isBest }) => (
          <>
            {name === undefined ? seed : `${name}, seed ${seed}`}
            {isBest && <span className={results.kept}>{isRunning ? 'best so far' : 'kept'}</span>}
            {state !== undefined && <span className={results.state}>{state}</span>}
          </>
        ),
      },
      ...scoreColumnsOfRuns<SeedRow>(name, {
        precision: dev('precision'),
        recall: dev('recall'),
        f1: dev('f1'),
        test: hasTest ? score((result) => result.test, 'f1') : undefined,
      }),
      { head: 'Best epoch', text: ({ result }) => result?.bestEpoch },
      { head: 'tokens/s', text: ({ result }) => result && formatCount(result.tokensPerSecond) },
      { head: 'Time', text: ({ result }) => result && formatDuration(result.seconds) },
    ],
    rows,
  };
}

interface Summary {
  dev: ScoreSummary;
  test: RunsSummary['test'];
  name: ScoreName;
}

/** Mean and deviation of every score, overall and by type. */
function SummaryTable(summary: Summary) {
  const table = summaryTable(summary);
  return (
    <DataTable
      table={table}
      label="Mean and standard deviation"
      className={results.table}
      marks={(type) => ({ 'data-best': type === undefined || undefined })}
    />
  );
}

function summaryTable({ dev, test, name }: Summary): ViewTable<string | undefined> {
  const figure = (summary: ScoreSummary, rate: Rate) => (type: string | undefined) =>
    figureText(summary, (figures) => (type === undefined ? figures : figures.byType[type])?.[rate] ?? 0);
  return {
    columns: [
      {
        head: dev.sd === undefined ? 'Of one run' : `Mean ± standard deviation of ${formatCounted(dev.runs, 'run')}`,
        text: (type) => (type === undefined ? OVERALL[name] : <TypeName type={type} />),
      },
      ...scoreColumnsOfRuns<string | undefined>('F1', {
        precision: figure(dev, 'precision'),
        recall: figure(dev, 'recall'),
        f1: figure(dev, 'f1'),
        test: test && figure(test, 'f1'),
      }),
    ],
    rows: [undefined, ...Object.keys(dev.mean.byType)],
  };
}
