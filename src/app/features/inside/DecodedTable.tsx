import { Scrollable } from '../../ui/Scrollable.tsx';
import { probabilityText } from './derive.ts';
import type { DecodedRow } from './derive-comparison.ts';
import styles from './Inside.module.css';

interface DecodedTableProps {
  name: string;
  /** Of the first column. */
  head: string;
  tokens: readonly string[];
  rows: readonly DecodedRow[];
}

/** Tags of a sentence, a row per decoder. */
export function DecodedTable({ name: label, head, tokens, rows }: DecodedTableProps) {
  return (
    <Scrollable className={styles.scroll} label={`Table: ${label}`}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
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
    </Scrollable>
  );
}
