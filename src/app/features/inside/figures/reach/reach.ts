import { scaleLinear, scaleLog } from 'd3-scale';
import type { Table } from '../../../../../lib/table.ts';
import type { Reach, ReachLine } from '../../../../../tagging/explain/reach.ts';
import { lookOfSlot } from '../../../../look/entity-look.ts';
import { formatNumber } from '../../../../look/format.ts';

/** A line of the drawing, in pixels. */
export interface DrawnLine {
  name: string;
  colour: string;
  points: { x: number; y: number }[];
  /** At its end: its name, and the place of the text, apart from the others. */
  label: { x: number; y: number };
}

export interface ReachView {
  summary: string;
  lines: DrawnLine[];
  /** Ticks of the axes. */
  shares: { y: number; text: string }[];
  distances: { x: number; text: string }[];
}

const ROOM = { left: 48, right: 130, top: 8, bottom: 22 };
const LABEL_HEIGHT = 13;
/** Smaller shares of the gradient are drawn at the bottom. */
const LEAST_SHARE = 1e-8;

/** The norm at a distance, relative to that at the token itself. */
export function shareAt({ norms }: ReachLine, distance: number): number {
  return (norms[distance] ?? 0) / (norms[0] || 1);
}

/** `this model (LSTM)`, `RNN, untrained` */
export const lineName = ({ cell, isTrained }: ReachLine) =>
  isTrained ? `this model (${cell.toUpperCase()})` : `${cell.toUpperCase()}, untrained`;

/** The share of the gradient by distance, on a logarithmic axis. */
export function reachView({ lines }: Reach, width: number, height: number): ReachView {
  const T = lines[0]?.norms.length ?? 0;
  const drawn = (line: ReachLine) => Array.from({ length: T }, (_, k) => Math.max(LEAST_SHARE, shareAt(line, k)));
  const all = lines.flatMap(drawn);
  const x = scaleLinear()
    .domain([0, Math.max(1, T - 1)])
    .range([ROOM.left, width - ROOM.right]);
  const y = scaleLog()
    .domain([Math.min(0.1, ...all), Math.max(1, ...all)])
    .range([height - ROOM.bottom, ROOM.top])
    .nice();
  const [low = 0, high = 1] = y.domain();
  const ends = lines.map((line) => y(drawn(line).at(-1) ?? 1));
  const order = [...ends.keys()].sort((a, b) => ends[a]! - ends[b]!);
  const places: number[] = [];
  let free = ROOM.top;
  for (const i of order) {
    places[i] = Math.max(free, ends[i]!);
    free = places[i] + LABEL_HEIGHT;
  }
  const over = Math.max(0, free - LABEL_HEIGHT - (height - ROOM.bottom));
  return {
    summary: summaryOf(lines, T),
    lines: lines.map((line, i) => ({
      name: lineName(line),
      colour: line.isTrained ? 'var(--mantine-color-text)' : lookOfSlot(i - 1).colour,
      points: drawn(line).map((share, k) => ({ x: x(k), y: y(share) })),
      label: { x: width - ROOM.right + 8, y: places[i]! - over },
    })),
    shares: y.ticks(Math.round(Math.log10(high / low))).map((share) => ({ y: y(share), text: formatNumber(share) })),
    distances: x
      .ticks(Math.min(8, Math.max(1, T - 1)))
      .filter(Number.isInteger)
      .map((distance) => ({ x: x(distance), text: String(distance) })),
  };
}

/** `Over 8 words: this model (LSTM) keeps 2.1% …` */
function summaryOf(lines: readonly ReachLine[], T: number): string {
  const distance = Math.min(8, T - 1);
  if (distance < 1) return 'A sentence of one word has no distances.';
  const words = distance === 1 ? '1 word' : `${distance} words`;
  const parts = lines.map((line) => `${lineName(line)} ${formatNumber(shareAt(line, distance))}`);
  return `What is left of the gradient over ${words}: ${parts.join('; ')}.`;
}

export function reachTable({ lines }: Reach): Table<number> {
  return {
    columns: [
      { name: 'distance', head: 'Distance', value: (distance) => distance },
      ...lines.map((line) => ({
        name: `${line.cell}_${line.isTrained ? 'model' : 'untrained'}`,
        head: lineName(line),
        value: (distance: number) => line.norms[distance]?.toPrecision(6),
        text: (distance: number) => formatNumber(line.norms[distance] ?? 0),
      })),
    ],
    rows: [...(lines[0]?.norms.keys() ?? [])],
  };
}
