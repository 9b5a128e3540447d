import type { Stage, StageId } from '../../../../../insight/network.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import { clipped, gridLayout, type GridLayout } from '../../drawing/layout.ts';
import { networkRows, type NetworkRow } from './network.ts';
import { TokenGrid } from '../../drawing/Grid.tsx';
import styles from '../../Inside.module.css';

const ROW = 28;
/** Height of a box; the rest of a row is for the line to the next row. */
const BOX = 18;

interface NetworkDrawingProps {
  trellis: Trellis;
  stages: readonly Stage[];
  chosen: StageId | undefined;
  choose: (stage: StageId) => void;
  width: number;
}

/** The usual diagram of the model: a column per token, from its characters to its tag (Ma & Hovy 2016, figure 3). */
export function NetworkDrawing({ trellis, stages, chosen, choose, width }: NetworkDrawingProps) {
  const rows = networkRows(stages, trellis);
  const { tokens } = trellis.sentence;
  const layout = gridLayout(tokens.length, rows.length, width, ROW);
  const { left, top, column } = layout;
  return (
    <TokenGrid
      trellis={trellis}
      label="Network, token by token"
      tokens={tokens}
      rows={rows.map(({ name }) => name)}
      layout={layout}
    >
      {tokens.map((_, t) => (
        <line
          key={t}
          className={styles.edge}
          x1={left + (t + 0.5) * column}
          x2={left + (t + 0.5) * column}
          y1={top + ROW - 4}
          y2={top + (rows.length - 1) * ROW + 3}
        />
      ))}
      {rows.map((row, i) => (
        // With the keyboard, stages are chosen by the buttons above.
        <g
          key={row.name}
          className={row.stage && styles.cell}
          data-chosen={(row.stage !== undefined && row.stage === chosen) || undefined}
          transform={`translate(${left}, ${top + i * ROW})`}
          onClick={() => row.stage && choose(row.stage)}
          aria-hidden="true"
        >
          <Row row={row} layout={layout} />
        </g>
      ))}
    </TokenGrid>
  );
}

function Row({ row: { kind, texts }, layout: { column, width, left } }: { row: NetworkRow; layout: GridLayout }) {
  const middle = ROW / 2;
  if (kind === 'bar')
    return (
      <>
        <rect className={styles.box} x={4} y={middle - BOX / 2} width={width - left - 8} height={BOX} rx={3} />
        {/* At the start, since the middle of a long sentence is out of view. */}
        <text className={styles.boxText} data-start x={14} y={middle}>
          {texts[0]}
        </text>
      </>
    );
  const inset = kind === 'boxes' ? column * 0.2 : column * 0.14;
  return texts.map((text, t) => (
    <g key={t} transform={`translate(${t * column}, 0)`}>
      {kind !== 'text' && (
        <rect className={styles.box} x={inset} y={middle - BOX / 2} width={column - 2 * inset} height={BOX} rx={3} />
      )}
      <text className={styles.boxText} x={column / 2} y={middle}>
        {kind === 'text' ? clipped(text, column) : text}
        {kind === 'text' && <title>{text}</title>}
      </text>
      {kind === 'forward' && t + 1 < texts.length && <Arrow from={column - inset} to={column + inset} />}
      {kind === 'backward' && t > 0 && <Arrow from={inset} to={-inset} />}
    </g>
  ));
}

function Arrow({ from, to }: { from: number; to: number }) {
  const y = ROW / 2;
  const back = to > from ? -4 : 4;
  return <path className={styles.arrow} d={`M${from} ${y}H${to}m${back} -3L${to} ${y}l${back} 3`} />;
}
