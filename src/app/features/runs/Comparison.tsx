import { Suspense } from 'react';
import { EntityShape } from '../../ui/entity/EntityShape.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import results from '../../ui/tables/ResultsTable.module.css';
import { Scrollable } from '../../ui/Scrollable.tsx';
import shared from '../../look/text.module.css';
import view from '../../ui/ViewPanel.module.css';
import { compareTable, comparison, type Compared, type Difference } from './compare.ts';
import { commonName } from './rows.ts';
import styles from './Runs.module.css';
import { part } from '../../ui/part.tsx';

const CompareChart = part(async () => (await import('./CompareChart.tsx')).CompareChart);

/** The chosen runs side by side: their curves, and the settings in which they differ. */
export function Comparison({ runs }: { runs: readonly Compared[] }) {
  const { rows, differences, hasSeeds } = comparison(runs);
  return (
    <div className={styles.comparison}>
      <Figure
        title={`Dev ${commonName(runs.map(({ record }) => record))} of runs`}
        placeholder="The score on dev after every epoch, one line for each selected run."
        isEmpty={rows.length === 0}
        table={() => compareTable(runs)}
        actions={hasSeeds && <span className={shared.dim}>best of several seeds</span>}
      >
        {(frame) => (
          <Suspense>
            <CompareChart runs={runs} rows={rows} frame={frame} />
          </Suspense>
        )}
      </Figure>
      <Differences runs={runs} differences={differences} />
    </div>
  );
}

function Differences({ runs, differences }: { runs: readonly Compared[]; differences: readonly Difference[] }) {
  if (differences.length === 0) {
    const why = runs.length === 1 ? 'Select another run to compare it.' : 'These runs have the same settings.';
    return <p className={`${shared.dim} ${styles.alike}`}>{why}</p>;
  }
  const table = differencesTable(runs, differences);
  return (
    <Scrollable className={`${view.scroll} ${styles.differences}`} label="Differences of settings">
      <DataTable table={table} label="Differences" className={results.table} />
    </Scrollable>
  );
}

function differencesTable(runs: readonly Compared[], differences: readonly Difference[]): ViewTable<Difference> {
  return {
    columns: [
      { head: 'Differences', text: ({ label }) => label },
      ...runs.map(({ record, look }, i) => ({
        head: (
          <>
            <EntityShape look={look} /> {record.name}
          </>
        ),
        text: ({ values }: Difference) => values[i],
      })),
    ],
    rows: differences,
  };
}
