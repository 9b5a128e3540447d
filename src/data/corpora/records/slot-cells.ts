import { tokenize } from '../../text/tokenizer.ts';
import { isWithinWord } from './span-borders.ts';
import type { RecordContent, WrittenSpan } from './record.ts';

/** Slots with the offsets of their characters: `13:22:datetime,26:30:location`, also `11:14:SL:PERSON`. */
const SLOTS =
  /^\d{1,6}:\d{1,6}:[^\s,:]{1,100}(?::[^\s,:]{1,100})?(?:,\d{1,6}:\d{1,6}:[^\s,:]{1,100}(?::[^\s,:]{1,100})?)*$/;

/** The columns with the slots of utterances, and with these. */
export interface SlotColumns {
  slots: number;
  text: number;
}

export function areSlots(cell: string): boolean {
  return SLOTS.test(cell);
}

/** The slots of a cell, without those within others. */
export function slotsIn(cell: string): WrittenSpan[] {
  const all = cell.split(',').map((written): WrittenSpan => {
    const [start, end, ...type] = written.split(':');
    return { start: Number(start), end: Number(end), type: type.at(-1)!, unit: 'code points' };
  });
  return all.filter(
    (span) => !all.some((other) => other !== span && other.start <= span.start && other.end >= span.end && other.end - other.start > span.end - span.start), // prettier-ignore
  );
}

/**
 * The columns of a table with an utterance in each row, and its slots, as in Facebook's multilingual task-oriented dialogues
 * (`weather/find<tab>11:15:location<tab>weather in Oslo`): the slots are in one column and begin and end with words of the other one.
 */
export function slotColumnsOf(rows: readonly (readonly string[])[]): SlotColumns | undefined {
  const width = rows[0]?.length ?? 0;
  if (width < 2 || rows.some(({ length }) => length !== width)) return undefined;
  const columns = Array.from({ length: width }, (_, c) => rows.map((row) => row[c]!.trim()));
  const slots = columns.findIndex(
    (cells) => cells.some(areSlots) && cells.every((cell) => cell === '' || areSlots(cell)),
  );
  if (slots < 0) return undefined;
  const fits = (text: string, cell: string) =>
    slotsIn(cell).every(({ start, end }) => {
      return start < end && end <= text.length && !isWithinWord(text, start) && !isWithinWord(text, end);
    });
  const text = columns.findIndex((cells, c) => {
    const filled = cells.filter((_, r) => areSlots(columns[slots]![r]!));
    const own = columns[slots]!.filter(areSlots);
    return c !== slots && cells.some((cell) => /\S\s\S/.test(cell)) && filled.filter((cell, r) => fits(cell, own[r]!)).length >= MOST * own.length; // prettier-ignore
  });
  return text < 0 ? undefined : { slots, text };
}

/** Share of the rows whose slots must fit the text. */
const MOST = 0.9;

/** Reads a row. Undefined if it lacks a text, or its slots are malformed. */
export function ofSlotCells(cells: readonly string[], { slots, text: at }: SlotColumns): RecordContent | undefined {
  const [written = '', text = ''] = [cells[slots]?.trim(), cells[at]];
  if (text.trim() === '' || (written !== '' && !areSlots(written))) return undefined;
  return { texts: [{ text, spans: written === '' ? [] : slotsIn(written), sentences: [tokenize(text).flat()] }] };
}
