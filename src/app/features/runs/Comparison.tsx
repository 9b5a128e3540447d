import { lazy, Suspense } from 'react';
import { EntityShape } from '../../ui/EntityShape.tsx';
import { Figure } from '../../ui/Figure.tsx';
import table from '../../ui/ResultsTable.module.css';
import { Scrollable } from '../../ui/Scrollable.tsx';
import view from '../../ui/ViewPanel.module.css';
import { compareCsv, comparison, type Compared, type Difference } from './compare.ts';
import { commonName } from './rows.ts';
import styles from './Runs.module.css';

const CompareChart = lazy(async () => ({ default: (await import('./CompareChart.tsx')).CompareChart }));

/** The chosen runs side by side: their curves, and the settings in which they differ. */
export function Comparison({ runs }: { runs: readonly Compared[] }) {
  const { rows, differences, hasSeeds } = comparison(runs);
  return (
    <div className={styles.comparison}>
      <Figure
        title={`Dev ${commonName(runs.map(({ record }) => record))} of runs`}
        placeholder="The score on dev after every epoch, one line for each selected run."
        isEmpty={rows.length === 0}
        csv={() => compareCsv(runs)}
        actions={hasSeeds && <span className={view.dim}>best of several seeds</span>}
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
    return <p className={`${view.dim} ${styles.alike}`}>{why}</p>;
  }
  return (
    <Scrollable className={`${view.scroll} ${styles.differences}`} label="Differences of settings">
      <table className={table.table} aria-label="Differences">
        <thead>
          <tr>
            <th scope="col">Differences</th>
            {runs.map(({ record, look }) => (
              <th key={record.id} scope="col">
                <EntityShape look={look} /> {record.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={runs[i]?.record.id}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}
