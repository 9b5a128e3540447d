import { useElementSize } from '@mantine/hooks';
import { shortened, textWidth } from '../../ui/plot/text-width.ts';
import styles from './Lessons.module.css';

/** A step that is drawn as a line, to the token `t`. */
export interface Edge {
  t: number;
  from: number;
  to: number;
  kind: 'plain' | 'path' | 'chosen' | 'forbidden';
}

export interface LatticeCell {
  text: string;
  /** Shade, in [0, 1]. */
  weight: number;
  /** The number is below 0: it has the other colour. */
  isNegative?: boolean;
  isOnPath: boolean;
}

interface LatticeProps {
  label: string;
  tokens: readonly string[];
  tags: readonly string[];
  /** [T][K] */
  cells: readonly (readonly LatticeCell[])[];
  edges: readonly Edge[];
  selected?: { t: number; tag: number } | undefined;
  /** Undefined: the cells cannot be selected. */
  onSelect?: ((t: number, tag: number) => void) | undefined;
}

/** Room for the names of tags, at least and at most. */
const [LEAST_LEFT, MOST_LEFT] = [56, 120];
const TOP = 24;
const ROW = 38;
/** Room for −10.35. */
const LEAST_CELL = 48;
const CELL_HEIGHT = 28;

/** Tags down, words across. Cells are buttons over a drawing of the steps between them. */
export function Lattice({ label, tokens, tags, cells, edges, selected, onSelect }: LatticeProps) {
  const { ref, width } = useElementSize();
  const left = Math.max(LEAST_LEFT, Math.min(MOST_LEFT, Math.max(...tags.map(textWidth)) + 16));
  const column = Math.max(64, Math.min(120, Math.floor((width - left) / tokens.length)));
  const cellWidth = Math.max(LEAST_CELL, Math.round(column * 0.62));
  const size = { width: left + tokens.length * column, height: TOP + tags.length * ROW };
  const x = (t: number) => left + t * column + (column - cellWidth) / 2;
  const y = (k: number) => TOP + k * ROW + (ROW - CELL_HEIGHT) / 2;
  return (
    <section ref={ref} className={styles.lattice} aria-label={label} tabIndex={onSelect ? undefined : 0}>
      <div className={styles.latticeBody} style={size}>
        <svg {...size} aria-hidden="true" data-figure>
          {tokens.map((token, t) => (
            <text key={t} className={styles.latticeToken} x={left + (t + 0.5) * column} y={14}>
              {shortened(token, column - 4)}
              <title>{token}</title>
            </text>
          ))}
          {tags.map((tag, k) => (
            <text key={tag} className={styles.latticeTag} x={left - 8} y={TOP + (k + 0.5) * ROW}>
              {shortened(tag, MOST_LEFT - 16, 3)}
              <title>{tag}</title>
            </text>
          ))}
          {edges.map(({ t, from, to, kind }) => (
            <line
              key={`${t} ${from} ${to} ${kind}`}
              className={styles[`${kind}Edge`]}
              x1={x(t - 1) + cellWidth}
              y1={y(from) + CELL_HEIGHT / 2}
              x2={x(t)}
              y2={y(to) + CELL_HEIGHT / 2}
            />
          ))}
        </svg>
        {cells.map((column_, t) =>
          column_.map(({ text, weight, isNegative, isOnPath }, k) => {
            const Cell = onSelect ? 'button' : 'span';
            return (
              <Cell
                key={`${t} ${k}`}
                {...(onSelect && {
                  type: 'button',
                  onClick: () => onSelect(t, k),
                  'aria-label': `${tokens[t]}, ${tags[k]}: ${text}`,
                })}
                {...(onSelect && { 'aria-pressed': selected?.t === t && selected.tag === k })}
                className={styles.latticeCell}
                data-path={isOnPath || undefined}
                data-selected={(selected?.t === t && selected.tag === k) || undefined}
                style={{ left: x(t), top: y(k), width: cellWidth, height: CELL_HEIGHT }}
              >
                <i className={isNegative ? styles.negative : styles.positive} style={{ opacity: 0.5 * weight }} />
                <span>{text}</span>
              </Cell>
            );
          }),
        )}
      </div>
    </section>
  );
}
