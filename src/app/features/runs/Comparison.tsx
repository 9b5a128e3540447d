import { lazy, Suspense, useMemo } from 'react';
import { EntityShape } from '../../ui/EntityShape.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { loadCompareChart } from '../charts/chart-code.ts';
import study from '../study/Study.module.css';
import { compareCsv, compareRows, differences, type Compared } from './derive.ts';
import styles from './Runs.module.css';

const CompareChart = lazy(async () => ({ default: (await loadCompareChart()).CompareChart }));

/** The chosen runs side by side: their curves, and in what they differ. */
export function Comparison({ runs }: { runs: readonly Compared[] }) {
  const rows = useMemo(() => compareRows(runs), [runs]);
  return (
    <div className={styles.comparison}>
      <Figure
        title="Dev F1 of runs"
        placeholder="F1 on dev after every epoch, a line for each run that is ticked."
        isEmpty={rows.length === 0}
        csv={() => compareCsv(runs)}
        actions={
          runs.some(({ record }) => record.recipe.seeds > 1) && (
            <span className={study.dim}>of several seeds the best</span>
          )
        }
      >
        {(frame) => (
          <Suspense>
            <CompareChart runs={runs} rows={rows} frame={frame} />
          </Suspense>
        )}
      </Figure>
      <Differences runs={runs} />
    </div>
  );
}

function Differences({ runs }: { runs: readonly Compared[] }) {
  const rows = differences(runs.map(({ record }) => record));
  if (rows.length === 0) {
    const why = runs.length === 1 ? 'Tick another run to compare it.' : 'These runs have the same settings.';
    return <p className={`${study.dim} ${styles.alike}`}>{why}</p>;
  }
  return (
    // What scrolls can be scrolled by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${study.scroll} ${styles.differences}`} tabIndex={0} aria-label="Differences of settings">
      <table className={study.table} aria-label="Differences">
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
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={runs[i]?.record.id}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
