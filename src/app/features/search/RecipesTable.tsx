import { useSearchStore } from '../../stores/search.ts';
import table from '../../ui/ResultsTable.module.css';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { recipeTable, type RecipeRow } from './derive.ts';
import styles from './Search.module.css';

/** A row per recipe, best first, with F1 at each level of training. */
export function RecipesTable() {
  const { spec, trials, current } = useSearchStore();
  const { levels, rows } = recipeTable(spec, trials, current);
  return (
    <table className={table.table} aria-label="Trials">
      <thead>
        <tr>
          <th scope="col">Recipe, dev F1 by length of training</th>
          {levels.map(({ epochs, share }) => (
            <th scope="col" key={`${epochs} ${share}`}>
              {epochs}
              <span className={table.state}>{share === '100%' ? 'all sentences' : `${share} of sentences`}</span>
            </th>
          ))}
          <th scope="col">
            Further seeds
            <span className={table.state}>in full</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.candidate} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row: { name, changes, cells, confirmed, running, isBest } }: { row: RecipeRow }) {
  const cell = (text: string | undefined, column: number | 'confirmed') => (
    <td key={column}>
      {text}
      {running?.column === column && <Running share={running.share} />}
    </td>
  );
  return (
    <tr data-best={isBest || undefined}>
      <th scope="row" className={styles.recipe}>
        {name}
        <span className={table.state}>{changes === '' ? 'the starting recipe' : changes}</span>
      </th>
      {cells.map((text, i) => cell(text, i))}
      {cell(confirmed, 'confirmed')}
    </tr>
  );
}

function Running({ share }: { share: number }) {
  return (
    <span className={styles.running}>
      {Math.floor(100 * share)}%
      <ShareBar share={share} />
    </span>
  );
}
