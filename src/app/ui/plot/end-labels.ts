import { textWidth } from './text-width.ts';

const LETTER = 6.6; // approximate width in pixels, at 11 px
const LONGEST = 22; // letters
const LETTERS_AT_ONCE = 4;
const NO_LABELS = 16; // pixels

/** Shortens a name to leave room for its value. @param kept letters that remain at its end, where types with a common prefix differ */
export function shortened(name: string, kept = 0): string {
  if (name.length <= LONGEST - 5) return name;
  return `${name.slice(0, LONGEST - 6 - kept)}…${name.slice(name.length - kept)}`;
}

/** Pixels at the right of a chart for its longest label. In steps, so that an additional digit does not move the axes. */
export function labelRoom(labels: readonly { text: string }[]): number {
  if (labels.length === 0) return NO_LABELS;
  const longest = Math.max(0, ...labels.map(({ text }) => Math.min(text.length, LONGEST)));
  const letters = Math.min(LONGEST, Math.ceil(longest / LETTERS_AT_ONCE) * LETTERS_AT_ONCE);
  const inCapitals = Math.max(0, ...labels.map(({ text }) => textWidth(text.slice(0, LONGEST))));
  return Math.max(84, Math.ceil(Math.max(letters * LETTER, inCapitals)) + 26);
}

/** Moves labels apart to a distance of at least `gap` pixels, in order, and within [top, bottom] if they fit. */
export function spreadLabels(positions: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = positions.map((_, i) => i).sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const placed = positions.map(() => 0);
  let floor = top;
  for (const i of order) {
    placed[i] = Math.max(positions[i] ?? 0, floor);
    floor = placed[i] + gap;
  }
  let ceiling = bottom;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i] ?? 0, ceiling);
    ceiling = placed[i] - gap;
  }
  return placed;
}
