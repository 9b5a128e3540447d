import type { UnitRow, UnitTrace } from '../../../insight/gates.ts';
import { formatCsv } from '../../../lib/csv.ts';
import type { Gates } from '../../../tagging/gates.ts';
import { memoized } from '../../selectors/memoized.ts';
import { intensity, scoreText, type CellRow } from './derive.ts';
import { signedText } from './derive-why.ts';

const ARROWS: Record<UnitTrace['direction'], string> = { forward: '→', backward: '←' };

/** `→ 17` */
export function unitName({ direction, unit }: Pick<UnitTrace, 'direction' | 'unit'>): string {
  return `${ARROWS[direction]} ${unit}`;
}

/** The contributions of the most important units to the emission, at every token. */
export function unitRows({ units }: Gates): CellRow[] {
  return units.map((unit) => ({
    name: unitName(unit),
    cells: Array.from(unit.contributions, (value) => ({
      value,
      text: signedText(value),
      opacity: 0.8 * intensity(6 * value),
    })),
  }));
}

/** Gates and states of the chosen unit. */
export function insideRows({ chosen }: Gates): CellRow[] {
  return chosen.rows.map(({ name, kind, values }: UnitRow) => ({
    name,
    cells: Array.from(values, (value) => ({
      value,
      text: scoreText(value),
      opacity: 0.8 * Math.min(1, kind === 'gate' ? value : Math.abs(value)),
    })),
  }));
}

/** Options for every unit, by its index across directions. Memoized, as there are hundreds, equal for all answers of a model. */
export const unitChoices = memoized((hidden: number, ...directions: readonly UnitTrace['direction'][]) =>
  directions.flatMap((direction, d) =>
    Array.from({ length: hidden }, (_, unit) => ({
      value: String(d * hidden + unit),
      label: unitName({ direction, unit }),
    })),
  ),
);

export function placeOf({ directions, hidden, chosen }: Gates): string {
  return String(directions.indexOf(chosen.direction) * hidden + chosen.unit);
}

const WORDS: Record<UnitTrace['direction'], string> = {
  forward: 'from the words up to here',
  backward: 'from the words from here on',
};

/** `7.31 = 0.12 bias + 4.02 from the words up to here …` */
export function sumText({ sum: { bias, parts, document, emission } }: Gates): string {
  const terms = parts.map((part) => `${scoreText(part.sum)} ${WORDS[part.direction]}`);
  const ofDocument = document === undefined ? [] : [`${scoreText(document)} from the same word elsewhere`];
  return `${scoreText(emission)} = ${[`${scoreText(bias)} bias`, ...terms, ...ofDocument].join(' + ')}`;
}

export function gatesCsv({ tokens, units, chosen }: Gates): string {
  const row = (unit: UnitTrace, name: string, values: Float32Array) => [
    unit.direction,
    unit.unit,
    name,
    ...Array.from(values, (value) => value.toFixed(4)),
  ];
  return formatCsv([
    ['direction', 'unit', 'row', ...tokens],
    ...units.map((unit) => row(unit, 'contribution', unit.contributions)),
    ...chosen.rows.map(({ name, values }) => row(chosen, name, values)),
  ]);
}
