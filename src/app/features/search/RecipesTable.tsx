import { useSearchStore } from './store.ts';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import results from '../../ui/tables/ResultsTable.module.css';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { recipeTable, type RecipeRow, type RecipeTable as Recipes } from './results.ts';
import styles from './Search.module.css';

/** A row per recipe, best first, with F1 at each level of training. */
export function RecipesTable() {
  const { spec, trials, current } = useSearchStore();
  const table = tableOf(recipeTable(spec, trials, current));
  return (
    <DataTable
      table={table}
      label="Trials"
      className={results.table}
      keyOf={({ candidate }) => candidate}
      marks={({ isBest }) => ({ 'data-best': isBest || undefined })}
    />
  );
}

function tableOf({ levels, rows }: Recipes): ViewTable<RecipeRow> {
  const cell = ({ running }: RecipeRow, text: string | undefined, column: number | 'confirmed') => (
    <>
      {text}
      {running?.column === column && <Running share={running.share} />}
    </>
  );
  return {
    columns: [
      {
        head: 'Recipe, dev F1 by length of training',
        text: ({ name, changes }) => (
          <>
            {name}
            <span className={results.state}>{changes === '' ? 'the starting recipe' : changes}</span>
          </>
        ),
        className: styles.recipe,
      },
      ...levels.map(({ epochs, share }, i) => ({
        head: <Level name={epochs} about={share === '100%' ? 'all sentences' : `${share} of sentences`} />,
        text: (row: RecipeRow) => cell(row, row.cells[i], i),
      })),
      {
        head: <Level name="Further seeds" about="in full" />,
        text: (row) => cell(row, row.confirmed, 'confirmed'),
      },
    ],
    rows,
  };
}

function Level({ name, about }: { name: string; about: string }) {
  return (
    <>
      {name}
      <span className={results.state}>{about}</span>
    </>
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
