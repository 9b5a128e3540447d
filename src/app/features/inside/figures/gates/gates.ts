import type { UnitRow, UnitTrace } from '../../../../../insight/gates.ts';
import { savedColumns, type Table } from '../../../../../lib/table.ts';
import type { Gates } from '../../../../../tagging/explain/gates.ts';
import { memoized } from '../../../../stores/memoized.ts';
import type { CellRow } from '../../drawing/layout.ts';
import { columnNames } from '../../drawing/token-table.ts';
import { intensity, scoreText, signedText } from '../../drawing/numbers.ts';

const ARROWS: Record<UnitTrace['direction'], string> = { forward: '→', backward: '←' };

/** `→ 17` */
export function unitName({ direction, unit }: Pick<UnitTrace, 'direction' | 'unit'>): string {
  return `${ARROWS[direction]} ${unit}`;
}

/** A row of the drawing and its unit. */
export interface GateRow extends CellRow {
  unit: Pick<UnitTrace, 'direction' | 'unit'>;
  /** Its name in a file. */
  kind: string;
}

/** The contributions of the most important units to the emission, at every token. */
export function unitRows({ units }: Gates): GateRow[] {
  return units.map((unit) => ({
    unit,
    kind: 'contribution',
    name: unitName(unit),
    cells: Array.from(unit.contributions, (value) => ({
      value,
      text: signedText(value),
      opacity: 0.8 * intensity(6 * value),
    })),
  }));
}

/** Gates and states of the chosen unit. */
export function insideRows({ chosen }: Gates): GateRow[] {
  return chosen.rows.map(({ name, kind, values }: UnitRow) => ({
    unit: chosen,
    kind: name,
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
export function sumText({ sum: { bias, parts, attention, document, emission } }: Gates): string {
  const terms = parts.map((part) => `${scoreText(part.sum)} ${WORDS[part.direction]}`);
  const ofAttention = attention === undefined ? [] : [`${scoreText(attention)} from self-attention`];
  const ofDocument = document === undefined ? [] : [`${scoreText(document)} from the same word elsewhere`];
  return `${scoreText(emission)} = ${[`${scoreText(bias)} bias`, ...terms, ...ofAttention, ...ofDocument].join(' + ')}`;
}

/** Rows with a column per token. @param head of their names on the page */
export function gatesTable({ tokens }: Gates, rows: readonly GateRow[], head = ''): Table<GateRow> {
  return {
    columns: [
      ...savedColumns<GateRow>({ direction: ({ unit }) => unit.direction, unit: ({ unit }) => unit.unit }),
      { name: 'row', head, value: ({ kind }) => kind, text: ({ name }) => name },
      ...columnNames(tokens).map((name, t) => ({
        name,
        head: tokens[t]!,
        value: ({ cells }: GateRow) => cells[t]!.value.toFixed(4),
        text: ({ cells }: GateRow) => cells[t]!.text,
      })),
    ],
    rows,
  };
}
