import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { Trellis } from '../../../insight/trellis.ts';
import { emissionsCsv, gridLayout, intensity, overruledNotes, scoreText } from './derive.ts';
import { Grid } from './Grid.tsx';
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
      description="The score of each tag for each token, as the linear layer gives it. Outlined: the tags of the path. A dot: the best emission is not on it."
      csv={() => emissionsCsv(sentence)}
    >
      {(width) => {
        const layout = gridLayout(tokens.length, shown.length, width, ROW);
        const { left, top, column } = layout;
        return (
          <>
            <Grid label="Emissions" tokens={tokens} rows={shown.map((tag) => tags[tag]!)} layout={layout}>
              {tokens.map((token, t) => (
                <g key={t} transform={`translate(${left + t * column}, ${top})`} aria-hidden="true">
                  {shown.map((tag, i) => {
                    const score = emissions[t * K + tag]!;
                    const isOnPath = path[t] === tag;
                    return (
                      <g key={tag} transform={`translate(0, ${i * ROW})`}>
                        <rect
                          className={score < 0 ? styles.negative : styles.positive}
                          width={column - 1}
                          height={ROW - 1}
                          fillOpacity={intensity(score)}
                        />
                        {isOnPath && <rect className={styles.onPath} x={1} y={1} width={column - 3} height={ROW - 3} />}
                        <text className={styles.value} x={column / 2} y={ROW / 2}>
                          {scoreText(score)}
                        </text>
                        {isOnPath && overruled.has(t) && (
                          <circle className={styles.dot} cx={column - 8} cy={ROW / 2} r={3} />
                        )}
                        <title>{`${token}, ${tags[tag]}: ${scoreText(score)}`}</title>
                      </g>
                    );
                  })}
                </g>
              ))}
            </Grid>
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
