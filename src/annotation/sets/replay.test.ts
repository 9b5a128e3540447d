import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { damagesOf } from '../../../test/helpers/damage.ts';
import type { LogEntry } from './history.ts';
import { packLogEntry } from './log-entry.ts';
import { damageInWords, replay, replayPastDamage, type Replayed, type StoredLine } from './replay.ts';
import { spanTypes, type Action, type NewSentence } from './set.ts';
import { sentence } from '../testing.ts';

const PER = { start: 0, end: 1, type: 'PER' };
const predicted: NewSentence = { ...sentence('Ada stays'), predicted: [{ ...PER, probability: 0.5 }] };

const does = (action: Action, i: number): LogEntry => ({ kind: 'do', at: 100 + i, action });
const ACTIONS: Action[] = [
  { kind: 'describe', name: 'Letters', guidelines: 'Names only.' },
  { kind: 'types', types: spanTypes(['PER', 'LOC']), renamed: { PERSON: 'PER' } },
  { kind: 'import', sentences: [sentence('Nora sails', [PER], 'accepted'), predicted] },
  { kind: 'edit', edits: [{ id: 1, spans: [PER], refused: [PER], state: 'accepted' }] },
  { kind: 'import', sentences: [sentence('Ivo leaves')] },
  { kind: 'edit', edits: [{ id: 2, offsets: [{ start: 0, end: 2 }, { start: 2, end: 3 }, { start: 4, end: 10 }], spans: [PER], refused: [] }] }, // prettier-ignore
  { kind: 'rules', rules: [{ kind: 'expression', type: 'LOC', value: '[A-Z]+', before: 'in', after: '' }] },
];
const LOG: LogEntry[] = [...ACTIONS.map(does), { kind: 'undo', at: 110 }, { kind: 'redo', at: 111 }];
const LINES: StoredLine[] = LOG.map((entry, line) => ({ line, stored: packLogEntry(entry) }));

/** The set after the first n entries. */
const setAfter = async (n: number) => (await replay(LINES.slice(0, n))).history.set;

test('an undamaged log is replayed completely, from any place', async () => {
  const { entries, damage, history } = await replay(LINES, undefined, LINES.length);
  expect([entries, damage]).toEqual([LOG, []]);
  const start = await replay(LINES.slice(0, 4));
  const rest = await replay(LINES.slice(4), { history: start.history, at: 4 });
  expect(rest.history.set).toEqual(history.set);
  expect((await replayPastDamage(LINES)).history.set).toEqual(history.set);
});

test('missing lines are noticed: at the start, in the middle and at the end', async () => {
  for (const gone of LINES.keys()) {
    const lines = LINES.filter(({ line }) => line !== gone);
    const { damage, history, entries } = await replay(lines, undefined, LINES.length);
    expect(damage).toEqual([{ from: gone, to: gone, reason: 'missing' }]);
    expect(entries).toEqual(LOG.slice(0, gone));
    expect(history.set).toEqual(await setAfter(gone));
  }
  const two = LINES.filter(({ line }) => line !== 3 && line !== 4);
  expect((await replay(two)).damage.map(damageInWords)).toEqual(['lines 4 to 5: missing']);
});

test('lines without a place, twice, or in any order', async () => {
  const { set } = (await replay(LINES)).history;
  expect((await replayPastDamage(LINES.toReversed())).history.set).toEqual(set);
  expect((await replayPastDamage([...LINES, ...LINES])).history.set).toEqual(set);
  for (const line of [-1, 0.5, NaN, [], '2'] as number[]) {
    const { damage } = await replayPastDamage(LINES.with(4, { ...LINES[4]!, line }));
    expect(damage).toMatchObject([{ from: 4, to: 4, reason: 'missing' }]);
  }
});

describe('a line that is damaged in any one place', () => {
  test.each(LINES.map(({ line }) => line))(
    'line %i: it is used only if it is the action that was written',
    async (at) => {
      let refused = 0;
      const wrong: string[] = [];
      for (const { what, value } of damagesOf(LINES[at]!.stored)) {
        const lines = LINES.map((one) => (one.line === at ? { line: at, stored: value } : one));
        const before = await replay(lines);
        if (before.damage.length > 0) refused++;
        if (!(before.damage.length > 0 ? await isHandled(lines, before) : isDeepStrictEqual(before.entries, LOG))) wrong.push(what); // prettier-ignore
      }
      expect(wrong).toEqual([]);
      expect(refused).toBeGreaterThan(10);
    },
  );

  /** Whether nothing behind the damage is used before it, and everything but the damage past it. */
  async function isHandled(lines: readonly StoredLine[], { history, damage: [damage] }: Replayed): Promise<boolean> {
    const whole = await replay(lines.slice(0, damage!.from));
    const past = await replayPastDamage(lines);
    const copy = await replay(past.entries.map((entry, line) => ({ line, stored: packLogEntry(entry) })));
    return (
      whole.damage.length === 0 &&
      isDeepStrictEqual(history.set, whole.history.set) &&
      past.damage.some((one) => isDeepStrictEqual(one, damage)) &&
      past.entries.length === LOG.length &&
      past.history.set.sentences.every(({ spans, tokens }) => spans.every(({ end }) => end <= tokens.length)) &&
      copy.damage.length === 0 // it can be opened
    );
  }

  test('edits are never applied to other sentences than the person edited', async () => {
    const lines = LINES.with(2, { line: 2, stored: 'damaged' }); // the first import: later sentences get other numbers
    const { history, damage } = await replayPastDamage(lines);
    expect(damage.map(damageInWords)).toEqual(['line 3: no entry']);
    expect(history.set.sentences.map(({ text, state }) => [text, state])).toEqual([['Ivo leaves', 'open']]);
  });

  test('an undo refers to its action, also if that one is damaged', async () => {
    const undo: LogEntry = { kind: 'undo', at: 120 };
    const lines = [...LINES.slice(0, 3), { line: 3, stored: { kind: 'do', at: 5, action: { kind: 'edit' } } }, { line: 4, stored: undo }]; // prettier-ignore
    const { history } = await replayPastDamage(lines);
    expect(history.set).toEqual(await setAfter(3));
  });

  test('an action of a later version is named', async () => {
    const lines = [...LINES, { line: LINES.length, stored: { kind: 'do', at: 1, action: { kind: 'weigh' } } }];
    const [damage] = (await replay(lines)).damage;
    expect(damageInWords(damage!)).toMatch(/^line 10: the unknown action “weigh”: a newer version/);
  });
});
