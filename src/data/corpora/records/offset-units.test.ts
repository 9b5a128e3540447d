import { describe, expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { randomBits, streamKey } from '../../../lib/rng.ts';
import type { Corpus, CorpusOptions } from '../../corpus.ts';
import { writeCorrected } from '../write-corrected.ts';

const PARTS = ['Mira', 'Åse Holt', 'Österby', '😀', '👩‍👧', 'naïve', 'saw', '🇳🇴', 'and', '😀😀', 'Ålen'];
const NAMES = new Map([
  ['Mira', 'PER'],
  ['Åse Holt', 'PER'],
  ['Österby', 'LOC'],
]);

const LENGTHS: Record<NonNullable<CorpusOptions['offsets']>, (text: string) => number> = {
  characters: (text) => Array.from(text).length,
  'utf-16': (text) => text.length,
  bytes: (text) => Buffer.byteLength(text),
  words: (text) => text.match(/\S+/g)?.length ?? 0,
};

/** Texts of names and other words, and characters of one to four bytes. */
const TEXTS = Array.from({ length: 30 }, (_, text) =>
  Array.from({ length: 12 }, (_, part) => PARTS[randomBits(streamKey(3, text), part) % PARTS.length]!),
);

function written(lengthOf: (text: string) => number, repeats: boolean, first = 0, last = 0): string {
  const records = TEXTS.map((parts) => {
    const entities = parts.flatMap((part, i) => {
      const start = lengthOf(parts.slice(0, i).join(' ') + (i > 0 ? ' ' : '')) + first;
      const span = {
        start,
        end: start + lengthOf(part) - last,
        label: NAMES.get(part),
        ...(repeats && { text: part }),
      };
      return NAMES.has(part) ? [span] : [];
    });
    return { text: parts.join(' '), entities };
  });
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const EXPECTED = TEXTS.flat().flatMap((part) => (NAMES.has(part) ? [`${NAMES.get(part)} ${part}`] : []));

describe.each(Object.entries(LENGTHS))('offsets that count %s', (unit, lengthOf) => {
  test('are right where the file repeats the texts of spans', () => {
    const corpus = readText(written(lengthOf, true), {}, 'a.jsonl');
    expect(corpus.question).toBeUndefined();
    expect(entitiesOf(corpus)).toEqual(EXPECTED);
  });

  test('are right if they are given', () => {
    const corpus = readText(written(lengthOf, false), { offsets: unit as keyof typeof LENGTHS }, 'a.jsonl');
    expect(corpus.question).toBeUndefined();
    expect(corpus.problems).toEqual([]);
    expect(entitiesOf(corpus)).toEqual(EXPECTED);
  });
});

test('offsets that count characters leave no question', () => {
  const corpus = readText(written(LENGTHS.characters, false), {}, 'a.jsonl');
  expect([corpus.question, entitiesOf(corpus)]).toEqual([undefined, EXPECTED]);
});

test.each(['utf-16', 'bytes', 'words'] as const)('offsets that count %s are a question', (unit) => {
  const text = written(LENGTHS[unit], false);
  const { question } = readText(text, {}, 'a.jsonl');
  expect(question!.what).toMatch(/^Do the offsets count (UTF-16|bytes|words)/);
  const [yes, no] = question!.options.map(({ settings }) => readText(text, settings, 'a.jsonl'));
  expect([yes!.question, entitiesOf(yes!)]).toEqual([undefined, EXPECTED]);
  expect(entitiesOf(no!)).not.toEqual(EXPECTED);
});

test.each([
  ['utf-16', 0, 1],
  ['utf-16', 1, 0],
  ['utf-16', 1, 1],
  ['bytes', 0, 1],
  ['words', 0, 1],
] as const)(
  'offsets that count %s, from %i, and with ends %i before the next character, are two questions',
  (unit, first, last) => {
    const text = written(LENGTHS[unit], false, first, last);
    const given: CorpusOptions = { spansFrom: first, spanEnds: last === 1 ? 'inclusive' : 'exclusive' };
    const { question } = readText(text, given, 'a.jsonl');
    expect(question?.what).toMatch(/^Do the offsets count (UTF-16|bytes|words)/);
    const [yes, no] = question!.options.map(({ settings }) => readText(text, { ...given, ...settings }, 'a.jsonl'));
    expect([yes!.question, entitiesOf(yes!)]).toEqual([undefined, EXPECTED]);
    expect(no!.question?.what).not.toBe(question!.what);
  },
);

test.each<CorpusOptions>([{ offsets: 'utf-16' }, { offsets: 'bytes' }, { spansFrom: 1 }, { spanEnds: 'inclusive' }])(
  'corrections of a file whose offsets count as %o are written as JSON lines of tokens',
  (settings) => {
    const [from, to] = [settings.spansFrom ?? 0, settings.spanEnds === 'inclusive' ? 1 : 0];
    const lengthOf = LENGTHS[settings.offsets ?? 'characters'];
    const start = lengthOf('😀 ') + from;
    const text = `${JSON.stringify({ text: '😀 Mira saw Åse', label: [[start, start + 4 - to, 'PER']] })}\n`;
    const corpus: Corpus = readText(text, settings, 'a.jsonl');
    expect(entitiesOf(corpus)).toEqual(['PER Mira']);
    const span = { start: 3, end: 4, type: 'PER' };
    const { tokens, spans } = corpus.sentences[0]!;
    const { parts } = writeCorrected(new TextEncoder().encode(text), corpus, new Map([[0, { tokens, spans: [...spans, span] }]])); // prettier-ignore
    const corrected = parts.map((part) => new TextDecoder().decode(part)).join('');
    expect(entitiesOf(readText(corrected, {}, 'b.jsonl'))).toEqual(['PER Mira', 'PER Åse']);
  },
);
