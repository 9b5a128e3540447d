import type { Trellis } from '../../../../../insight/trellis.ts';
import { CellRows } from '../../drawing/CellRows.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import { decodedRows, type DecodedRow, type TwoModels } from './comparison.ts';
import { TokenGrid } from '../../drawing/Grid.tsx';
import styles from '../../Inside.module.css';

const ROW = 18;

interface DecodersDrawingProps {
  trellis: Trellis;
  /** The same emissions, decoded by softmax and CRF. */
  rows: readonly DecodedRow[];
  /** Two models, drawn below. */
  both: TwoModels | undefined;
  width: number;
}

/** A row of the drawing: a heading, numbers, or tags, which are marked if an illegal transition leads to them. */
type Line =
  | { kind: 'heading'; text: string }
  | { kind: 'tags'; row: DecodedRow }
  | { kind: 'emissions'; tag: string; row: DecodedRow }
  | { kind: 'numbers' };

/** The tags of each decoder, with a column per token; below, the tags and emissions of two models. */
export function DecodersDrawing({ trellis, rows, both, width }: DecodersDrawingProps) {
  const { tokens } = trellis.sentence;
  const drawn = [...decodedRows(rows).map((cells, i) => ({ cells, line: lineOf(rows, i) })), ...linesOfModels(both)];
  const layout = gridLayout(tokens.length, drawn.length, width, ROW);
  const { left, top, column } = layout;
  return (
    <TokenGrid
      trellis={trellis}
      label={both ? 'Emissions of two models' : 'Tags of both decoders'}
      tokens={tokens}
      rows={drawn.map(({ cells }) => cells.name)}
      layout={layout}
    >
      <CellRows rows={drawn.map(({ cells }) => cells)} column={column} height={ROW} />
      {drawn.map(({ line }, i) => (
        <g key={i} transform={`translate(${left}, ${top + i * ROW})`} aria-hidden="true">
          <Marks line={line} column={column} />
        </g>
      ))}
    </TokenGrid>
  );
}

function lineOf(rows: readonly DecodedRow[], i: number): Line {
  return i % 2 === 0 ? { kind: 'tags', row: rows[i / 2]! } : { kind: 'numbers' };
}

function linesOfModels(both: TwoModels | undefined) {
  if (both === undefined) return [];
  return both.rows.flatMap((row, model) => {
    const [tags, probabilities] = decodedRows([row]);
    const heading: Line = { kind: 'heading', text: row.name };
    return [
      { cells: { name: '', cells: [] }, line: heading },
      { cells: { ...tags!, name: 'tags' }, line: { kind: 'tags', row } as Line },
      { cells: probabilities!, line: { kind: 'numbers' } as Line },
      ...both.emissions
        .filter((one) => one.model === model)
        .map((cells) => ({ cells, line: { kind: 'emissions', tag: cells.name, row } as Line })),
    ];
  });
}

function Marks({ line, column }: { line: Line; column: number }) {
  if (line.kind === 'numbers') return null;
  if (line.kind === 'heading')
    return (
      <text className={styles.divider} y={ROW / 2}>
        {line.text}
      </text>
    );
  const { tags, broken } = line.row;
  return tags.map((tag, t) => {
    const isBroken = broken.includes(t);
    if (line.kind === 'emissions' ? tag !== line.tag : !isBroken) return null;
    return (
      <rect
        key={t}
        className={isBroken ? styles.broken : styles.onPath}
        x={t * column + 1}
        y={1}
        width={column - 3}
        height={ROW - 3}
      />
    );
  });
}
