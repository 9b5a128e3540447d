import { memo } from 'react';
import { formatCsv } from '../../../lib/csv.ts';
import type { Trellis } from '../../../insight/trellis.ts';
import { comparison, probabilityText } from './derive.ts';
import styles from './Inside.module.css';
import { Section } from './Section.tsx';

/** One sentence, the same emissions: decoded token by token, and as a path. */
export const ComparisonFigure = memo(function ComparisonFigure({ trellis }: { trellis: Trellis }) {
  const { tokens } = trellis.sentence;
  const { rows, note } = comparison(trellis);
  return (
    <Section
      title="Softmax and CRF"
      description="The same emissions, decoded for each token alone and as one path. Underlined in red: a step that the tag scheme forbids leads there."
      csv={() =>
        formatCsv([
          ['token', ...rows.flatMap(({ name }) => [name, `${name} probability`])],
          ...tokens.map((token, t) => [
            token,
            ...rows.flatMap(({ tags, probabilities }) => [tags[t]!, probabilities[t]!.toFixed(4)]),
          ]),
        ])
      }
    >
      {() => (
        <>
          <div className={styles.scroll}>
            <table className={styles.table} aria-label="Softmax and CRF">
              <thead>
                <tr>
                  <th scope="col">Decoder</th>
                  {tokens.map((token, t) => (
                    <th key={t} scope="col">
                      {token}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ name, tags, probabilities, broken }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {tags.map((tag, t) => (
                      <td key={t} data-broken={broken.includes(t) || undefined}>
                        <span className={styles.tag}>{tag}</span>
                        <span className={styles.dim}>{probabilityText(probabilities[t]!)}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={styles.description}>{note}</p>
        </>
      )}
    </Section>
  );
});
