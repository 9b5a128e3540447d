import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../../test/helpers/read-text.ts';

interface Piece {
  words: string;
  slot: string;
  /** Whether the words are in an intent of their own within the slot, as a slot of that. */
  isNested: boolean;
}

const piece = fc.record({
  words: fc.constantFrom('rain', 'New Lund', 'at 9 am', '?', 'the [sic]'),
  slot: fc.constantFrom('', '', 'LOCATION', 'DATE_TIME'),
  isNested: fc.boolean(),
});
const texts = fc
  .array(fc.array(piece, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .filter((some) => some.flat().some(({ slot }) => slot !== ''));

const said = (text: readonly Piece[]) => ['say', ...text.map(({ words }) => words)].join(' ');
const treeOf = (text: readonly Piece[], isDecoupled = false) => {
  const parts = text.map(({ words, slot, isNested }) => {
    if (slot === '') return isDecoupled ? '' : words;
    return `[SL:${slot} ${isNested ? `[IN:GET_X [SL:CATEGORY ${words} ] ]` : words} ]`;
  });
  return `[IN:GET_WEATHER ${[...(isDecoupled ? [] : ['say']), ...parts].filter((part) => part !== '').join(' ')} ]`;
};
const slotsOf = (text: readonly Piece[]) =>
  text.flatMap(({ words, slot }) => (slot === '' ? [] : [`${slot} ${words}`]));

/** With the offsets of the slots. */
const mtop = (text: readonly Piece[], i: number) => {
  const slots = text.flatMap(({ words, slot }, p) => {
    if (slot === '') return [];
    const start = said(text.slice(0, p)).length + 1;
    return [`${start}:${start + words.length}:SL:${slot}`];
  });
  return [i, 'IN:GET_WEATHER', slots.join(','), said(text), 'weather', 'en_XX', treeOf(text, true), JSON.stringify({ tokens: said(text).split(' ') })].join('\t'); // prettier-ignore
};

const FORMS: [string, string, (some: readonly Piece[][]) => string][] = [
  ['TOP', 'train.tsv', (some) => some.map((text) => [said(text), said(text), treeOf(text)].join('\t')).join('\n')],
  ['TOPv2', 'weather_train.tsv', (some) => ['domain\tutterance\tsemantic_parse', ...some.map((text) => ['weather', said(text), treeOf(text)].join('\t'))].join('\n')], // prettier-ignore
  ['trees alone', 'trees.txt', (some) => some.map((text) => treeOf(text)).join('\n')],
  ['JSON', 'a.jsonl', (some) => some.map((text) => JSON.stringify({ domain: 'weather', utterance: said(text), semantic_parse: treeOf(text) })).join('\n')], // prettier-ignore
  ['MTOP', 'eval.txt', (some) => some.map(mtop).join('\n')],
];

test.each(FORMS)('%s: slots are entities, those within others are left out', (_, file, write) => {
  fc.assert(
    fc.property(texts, (some) => {
      const corpus = readText(write(some), {}, file);
      const spaced = (text: string) => text.replaceAll(/[[\]]/g, ' $& ').replaceAll(/\s+/g, ' ').trim();
      expect(tokensOf(corpus).map(spaced)).toEqual(some.map((text) => spaced(said(text))));
      expect(entitiesOf(corpus).map(spaced)).toEqual(some.flatMap((text) => slotsOf(text).map(spaced)));
      expect(corpus.question).toBeUndefined();
      const nested = some.flat().filter(({ slot, isNested }) => slot !== '' && isNested).length;
      const messages = corpus.problems.filter(({ kind }) => kind !== 'same-texts').map(({ message }) => message);
      expect(messages.map((message) => message.includes('slots within other slots'))).toEqual(
        nested === 0 ? [] : [true],
      );
    }),
    { numRuns: 40 },
  );
});

test('a tree in decoupled form, without offsets: its slots are looked for in the text', () => {
  const line = 'remind Bo that Bo is late\t[IN:CREATE_REMINDER [SL:PERSON Bo ] [SL:TODO is late ] ]';
  const { question } = readText(line, {}, 'a.tsv');
  expect(question?.what).toContain('Which of their places');
  expect(entitiesOf(readText(line, { occurrences: 'first' }, 'a.tsv'))).toEqual(['PERSON Bo', 'TODO is late']);
});

test('malformed trees are listed with their lines, and trees without their text are refused', () => {
  const good = 'rain in Lund\t[IN:GET_WEATHER rain in [SL:LOCATION Lund ] ]';
  const lines = [...Array.from({ length: 12 }, () => good), 'rain\t[IN:GET_WEATHER rain'];
  const corpus = readText(lines.join('\n'), {}, 'a.tsv');
  expect(corpus.sentences.length).toBe(12);
  expect(corpus.problems.find(({ line }) => line === 13)!.message).toContain('are not closed');
  expect(corpus.question?.what).toContain('Use the file without');
  const { problems } = readText('[IN:CREATE_REMINDER [SL:TODO is late ] ]\n', {}, 'a.txt');
  expect(problems.map(({ message }) => message).join()).toContain('lacks words of its text');
});

describe('slots with offsets', () => {
  const ROWS = [
    'alarm/set\t13:23:datetime\tset an alarm at 7:30 am',
    'w/find\t\thello',
    'w/find\t0:4:city,5:8:date\tOslo now',
  ];
  const more = (rows: string[]) => rows.map((row) => `${row}\ten_XX\t{"tokens": []}`);

  test.each([
    ['three columns', ROWS],
    ['below a header', ['intent\tslots\tutterance', ...ROWS]],
    ['beside a language and tokens', more(ROWS)],
    ['with slots first', ROWS.map((row) => row.split('\t').toSpliced(0, 1).join('\t'))],
    ['without tokens', ROWS.map((row) => row.replaceAll(/(\d+:\d+):/g, '$1:SL:'))],
  ])('%s', (_, rows) => {
    const corpus = readText(rows.join('\n'), {}, 'train.tsv');
    expect(entitiesOf(corpus)).toEqual(['datetime at 7:30 am', 'city Oslo', 'date now']);
    expect(corpus.sentences).toHaveLength(3);
    expect([corpus.format, corpus.question, corpus.problems]).toEqual(['treeLines', undefined, []]);
  });

  test('rows without an utterance or with other slots are listed; other tables with times are no slots', () => {
    const corpus = readText([...ROWS, 'w/find\tsoon\tin Oslo'].join('\n'), {}, 'train.tsv');
    expect(corpus.format).not.toBe('treeLines');
    const many = Array.from({ length: 300 }, (_, i) => ROWS[i % 3]!);
    const read = readText([...many, 'w/find\tsoon\tin Oslo'].join('\n'), {}, 'train.tsv');
    expect(read.problems.map(({ message }) => message)).toEqual(['Found no intents with slots. The line was skipped.']);
    const times = ['12:30:00\twe met at noon', '9:15:30\tshe left early'];
    expect(() => readText(times.join('\n'), {}, 'log.tsv')).toThrow('has a text in each row');
  });
});
