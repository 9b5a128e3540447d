import { CellRows } from './CellRows.tsx';
import { DecodedTable } from './DecodedTable.tsx';
import { gridLayout } from './derive.ts';
import type { TwoModels } from './derive-comparison.ts';
import { Grid } from './Grid.tsx';
import styles from './Inside.module.css';

const ROW = 18;

/** A sentence as two models tag it, above the emissions of each. */
export function TwoModelsDrawing({
  tokens,
  both,
  width,
}: {
  tokens: readonly string[];
  both: TwoModels;
  width: number;
}) {
  const { rows, emissions, note } = both;
  const drawn = rows.flatMap(({ tags }, model) => [
    { name: '', cells: [], tags, isHead: true, model },
    ...emissions.filter((row) => row.model === model).map((row) => ({ ...row, tags, isHead: false })),
  ]);
  const layout = gridLayout(tokens.length, drawn.length, width, ROW);
  const { left, top, column } = layout;
  return (
    <div className={styles.twoModels}>
      <DecodedTable name="Two models" head="Model" tokens={tokens} rows={rows} />
      <p className={styles.description}>
        {note} Below, the emissions of each model; outlined: the tags that it gives, in red after a forbidden step.
      </p>
      <Grid label="Emissions of two models" tokens={tokens} rows={drawn.map(({ name }) => name)} layout={layout}>
        <CellRows rows={drawn} column={column} height={ROW} />
        {drawn.map(({ name, tags, isHead, model }, i) =>
          isHead ? (
            <text key={i} className={styles.divider} x={left} y={top + (i + 0.5) * ROW}>
              {rows[model]!.name}
            </text>
          ) : (
            tags.map(
              (tag, t) =>
                tag === name && (
                  <rect
                    key={`${i} ${t}`}
                    className={rows[model]!.broken.includes(t) ? styles.broken : styles.onPath}
                    x={left + t * column + 1}
                    y={top + i * ROW + 1}
                    width={column - 3}
                    height={ROW - 3}
                  />
                ),
            )
          ),
        )}
      </Grid>
    </div>
  );
}
