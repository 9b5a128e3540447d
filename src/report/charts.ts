import { html, type Markup } from './markup.ts';
import type { ReportedMatrix } from './run-report.ts';

export interface ChartLine {
  name: string;
  /** [x, y], in the order of x. Points without a finite y are left out. */
  points: readonly (readonly [number, number])[];
}

const WIDTH = 660;
const HEIGHT = 260;
const AREA = { left: 52, top: 12, right: 168, bottom: 28 };
/** Wong 2011: colours that colour-blind readers can tell apart; patterns of dashes tell more lines apart. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8c6d00', '#56b4e9'];
const DASHES = ['none', '6 3', '2 3'];
const LABEL_HEIGHT = 13;
/** More lines cannot be told apart. */
export const MOST_LINES = 12;

/** A line chart as SVG. @param label describes it to those who do not see it */
export function lineChart(lines: readonly ChartLine[], label: string, axis: string): Markup {
  const shown = lines.slice(0, MOST_LINES).map(({ name, points }) => ({
    name,
    points: points.filter(([, y]) => Number.isFinite(y)),
  }));
  const xs = shown.flatMap(({ points }) => points.map(([x]) => x));
  const ys = shown.flatMap(({ points }) => points.map(([, y]) => y));
  if (xs.length === 0) return html`<p>No epoch was scored.</p>`;
  const [x0, x1] = rangeOf(xs);
  const [lowest, highest] = rangeOf(ys);
  const ticks = niceTicks(Math.min(0, lowest), highest);
  const [y0, y1] = [ticks[0]!, ticks.at(-1)!];
  const across = (x: number) => AREA.left + (x1 === x0 ? 0.5 : (x - x0) / (x1 - x0)) * (WIDTH - AREA.left - AREA.right);
  const down = (y: number) => HEIGHT - AREA.bottom - ((y - y0) / (y1 - y0)) * (HEIGHT - AREA.top - AREA.bottom);
  const labels = endLabels(shown.map(({ points }) => down(points.at(-1)?.[1] ?? NaN)));
  const rounded = (value: number) => Number(value.toFixed(1));
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    ${ticks.map(
      (y) =>
        html`<line
            class="grid"
            x1="${AREA.left}"
            x2="${WIDTH - AREA.right}"
            y1="${rounded(down(y))}"
            y2="${rounded(down(y))}"
          />
          <text class="tick" text-anchor="end" x="${AREA.left - 6}" y="${rounded(down(y) + 4)}"
            >${Number(y.toPrecision(6))}</text
          >`,
    )}
    ${xTicks(x0, x1).map(
      (x) => html`<text class="tick" text-anchor="middle" x="${rounded(across(x))}" y="${HEIGHT - 10}">${x}</text>`,
    )}
    <text class="tick" x="${WIDTH - AREA.right + 24}" y="${HEIGHT - 10}">${axis}</text>
    ${shown.map(({ name, points }, i) => {
      const colour = COLOURS[i % COLOURS.length]!;
      const dash = DASHES[Math.floor(i / COLOURS.length) % DASHES.length]!;
      const path = points
        .map(([x, y], p) => `${p === 0 ? 'M' : 'L'}${rounded(across(x))} ${rounded(down(y))}`)
        .join('');
      return html`<path class="line" d="${path}" stroke="${colour}" stroke-dasharray="${dash}" />
        ${points.length === 1 && html`<circle cx="${rounded(across(points[0]![0]))}" cy="${rounded(down(points[0]![1]))}" r="3" fill="${colour}" />`}
        <line
          class="line"
          x1="${WIDTH - AREA.right + 6}"
          x2="${WIDTH - AREA.right + 20}"
          y1="${rounded(labels[i]!)}"
          y2="${rounded(labels[i]!)}"
          stroke="${colour}"
          stroke-dasharray="${dash}"
        />
        <text class="name" x="${WIDTH - AREA.right + 25}" y="${rounded(labels[i]! + 4)}">${clipped(name)}</text>`;
    })}
  </svg>`;
}

/** Long runs have more points than a function has arguments. */
function rangeOf(values: readonly number[]): [low: number, high: number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
}

const clipped = (name: string) => (name.length > 20 ? `${name.slice(0, 16)}…${name.slice(-3)}` : name);

/** Positions of labels that do not overlap, near the ends of their lines. */
function endLabels(wanted: readonly number[]): number[] {
  const order = wanted.map((y, i) => ({ y: Number.isFinite(y) ? y : HEIGHT / 2, i })).toSorted((a, b) => a.y - b.y);
  const placed: number[] = [];
  let free = AREA.top;
  for (const { y, i } of order) {
    placed[i] = Math.max(y, free);
    free = placed[i]! + LABEL_HEIGHT;
  }
  const beyond = Math.max(0, free - LABEL_HEIGHT - (HEIGHT - AREA.bottom));
  return placed.map((y) => y - beyond);
}

/** About five round values that span the range. */
export function niceTicks(low: number, high: number): number[] {
  const spread = Math.max(high - low, Math.abs(high) * 1e-6);
  const span = spread > 1e-12 ? spread : 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

function xTicks(low: number, high: number): number[] {
  const step = Math.max(1, Math.ceil((high - low) / 10));
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
}

/** The transition matrix as a table of coloured numbers. */
export function matrixTable({ tags, transitions, start, end }: ReportedMatrix): Markup {
  const K = tags.length;
  const largest = Math.max(1e-6, ...[transitions, start, end].flatMap((values) => Array.from(values, Math.abs)));
  const cell = (value: number | undefined) => {
    if (value === undefined) return html`<td></td>`;
    const share = Math.round((100 * Math.abs(value)) / largest);
    return html`<td style="background:rgb(${value < 0 ? '0 114 178' : '213 94 0'} / ${share / 2}%)">
      ${value.toFixed(1).replace(/^-0\.0$/, '0.0')}
    </td>`;
  };
  const row = (name: string, values: readonly (number | undefined)[]) =>
    html`<tr>
      <th scope="row">${name}</th>
      ${values.map(cell)}
    </tr>`;
  return html`<div class="wide">
    <table class="matrix">
      <caption>
        Learned score of a transition, from the tag of the row to that of the column
      </caption>
      <thead>
        <tr>
          <th scope="col">from</th>
          ${tags.map((tag) => html`<th scope="col">${tag}</th>`)}
          <th scope="col">END</th>
        </tr>
      </thead>
      <tbody>
        ${row('START', [...Array.from(start), undefined])}${tags.map((tag, from) =>
          row(tag, [...Array.from({ length: K }, (_, to) => transitions[from * K + to]), end[from]]),
        )}
      </tbody>
    </table>
  </div>`;
}
