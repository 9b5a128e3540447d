import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { Trellis } from '../../../insight/trellis.ts';
import { CellRows } from './CellRows.tsx';
import { emissionRows, emissionsCsv, gridLayout, overruledNotes, scoreText } from './derive.ts';
import { TokenGrid } from './Grid.tsx';
import styles from './Inside.module.css';
import { Section } from './Section.tsx';

const ROW = 20;

/** A score for each tag of each token, before transitions. */
export const EmissionsFigure = memo(function EmissionsFigure({
  trellis,
  shown,
}: {
  trellis: Trellis;
  shown: readonly number[];
}) {
  const { sentence, path, K } = trellis;
  const { tokens, tags, emissions } = sentence;
  const notes = overruledNotes(trellis);
  const overruled = new Set(notes.map(({ token }) => token));
  return (
    <Section
      title="Emissions"
      description="The score of each tag for each token, from the linear layer (Lample 2016, §2.2: P). Outlined: the tags of the best path. Dot: another tag has a higher emission."
      csv={() => emissionsCsv(sentence)}
    >
      {(width) => {
        const layout = gridLayout(tokens.length, shown.length, width, ROW);
        const { left, top, column } = layout;
        return (
          <>
            <TokenGrid
              trellis={trellis}
              label="Emissions"
              tokens={tokens}
              rows={shown.map((tag) => tags[tag]!)}
              layout={layout}
            >
              <CellRows rows={emissionRows(trellis, shown)} column={column} height={ROW} />
              {tokens.map((_, t) => (
                <OnPath
                  key={t}
                  x={left + t * column}
                  y={top + shown.indexOf(path[t]!) * ROW}
                  column={column}
                  isOverruled={overruled.has(t)}
                />
              ))}
            </TokenGrid>
            {notes.length > 0 && (
              <ul className={styles.notes} aria-label="Overruled emissions">
                {notes.map(({ token, note }) => (
                  <li key={token}>{note}</li>
                ))}
              </ul>
            )}
            <VisuallyHidden>
              <table>
                <caption>Emissions</caption>
                <thead>
                  <tr>
                    <th scope="col">Token</th>
                    {tags.map((tag) => (
                      <th key={tag} scope="col">
                        {tag}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {tokens.map((token, t) => (
                    <tr key={t}>
                      <th scope="row">{token}</th>
                      {tags.map((tag, k) => (
                        <td key={tag}>{scoreText(emissions[t * K + k]!)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </VisuallyHidden>
          </>
        );
      }}
    </Section>
  );
});

interface OnPathProps {
  x: number;
  y: number;
  column: number;
  /** Whether another emission of the token is higher. */
  isOverruled: boolean;
}

function OnPath({ x, y, column, isOverruled }: OnPathProps) {
  return (
    <g transform={`translate(${x}, ${y})`} aria-hidden="true">
      <rect className={styles.onPath} x={1} y={1} width={column - 3} height={ROW - 3} />
      {isOverruled && <circle className={styles.dot} cx={column - 8} cy={ROW / 2} r={3} />}
    </g>
  );
}
