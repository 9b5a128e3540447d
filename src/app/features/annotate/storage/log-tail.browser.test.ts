import { expect, test } from 'vitest';
import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { LogTails, missingLines, type LogTail } from './log-tail.ts';

const edit = (id: number): LogEntry => ({
  kind: 'do',
  at: 5,
  action: { kind: 'edit', edits: [{ id, state: 'accepted' }] },
});
const imported: LogEntry = { kind: 'do', at: 5, action: { kind: 'import', sentences: [sentence('Nora sails')] } };
const recovered = async (tails: LogTails) => {
  const found: LogTail[] = [];
  await tails.recover(async (tail) => void found.push(tail));
  return found;
};
/** Simulates a killed page: nobody holds its lock. */
const leave = (text: string) => localStorage.setItem('tagsmith-tail-killed', text);

test('lines of a page that has ended are recovered once, those of another open page are left alone', async () => {
  const [tails, other] = [new LogTails(), new LogTails()];
  await tails.open();
  await other.open();
  other.keep({ set: 'a', at: 3, entries: [edit(0)] });
  leave(JSON.stringify({ set: 'a', at: 2, entries: [edit(1)] }));
  expect(await recovered(tails)).toEqual([{ set: 'a', at: 2, entries: [edit(1)] }]);
  expect(await recovered(tails)).toEqual([]);
  other.keep({ set: 'a', at: 4, entries: [] });
});

test('lines that could not be appended are kept', async () => {
  const tails = new LogTails();
  await tails.open();
  leave(JSON.stringify({ set: 'a', at: 2, entries: [edit(1)] }));
  await expect(tails.recover(() => Promise.reject(new Error('No room.')))).rejects.toThrow('No room.');
  expect(await recovered(tails)).toHaveLength(1);
});

test('foreign values are discarded; an import and later entries are not backed up', async () => {
  const tails = new LogTails();
  await tails.open();
  leave('{"set":');
  expect(await recovered(tails)).toEqual([]);
  tails.keep({ set: 'a', at: 1, entries: [edit(0), imported, edit(1)] });
  const key = Object.keys(localStorage).find((name) => name.startsWith('tagsmith-tail-'))!;
  expect(JSON.parse(localStorage.getItem(key)!)).toEqual({ set: 'a', at: 1, entries: [edit(0)] });
  tails.keep({ set: 'a', at: 2, entries: [imported, edit(1)] });
  expect(localStorage.getItem(key)).toBeNull();
});

test('missing entries start at the first one that differs from the log', () => {
  const entries = [edit(0), edit(1)];
  expect(missingLines([], { entries })).toEqual(entries);
  expect(missingLines([edit(0)], { entries })).toEqual([edit(1)]);
  expect(missingLines([edit(0), edit(1), edit(2)], { entries })).toEqual([]);
  expect(missingLines([edit(2), edit(0)], { entries })).toEqual(entries);
});
