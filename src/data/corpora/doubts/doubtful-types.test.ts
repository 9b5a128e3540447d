import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importTexts } from '../../../annotation/exchange/import-texts.ts';
import { readText } from '../../../../test/helpers/read-text.ts';

const NAMES = ['Ada Lin', 'Varde', 'Bo', 'Lune am See', 'R&D Ltd.'];

/** Files of different kinds, with the same entities. */
const KINDS: [string, (entities: [name: string, type: string][]) => string][] = [
  [
    'offsets',
    (found) => lines(found, (text, type) => ({ text, spans: [{ start: 0, end: text.length, label: type }] })),
  ],
  ['texts', (found) => lines(found, (text, type) => ({ text, entities: [{ text, label: type }] }))],
  ['names', (found) => lines(found, (text, type) => ({ text, entities: { [text]: type } }))],
  ['tags', (found) => lines(found, (text, type) => ({ tokens: [text, 'left'], ner_tags: [`B-${type}`, 'O'] }))],
  ['columns', (found) => found.map(([name, type]) => `${name.split(' ')[0]}\tB-${type}\nleft\tO\n\n`).join('')],
];

function lines(found: [string, string][], toRecord: (text: string, type: string) => object): string {
  return found.map(([name, type]) => `${JSON.stringify(toRecord(name, type))}\n`).join('');
}

const fileOf = (kind: string) => (kind === 'columns' ? 'a.conll' : 'a.jsonl');
const named = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2 });

test.each(KINDS)(
  'types that are the words of their entities are a question, which scheme answers: %s',
  (kind, write) => {
    fc.assert(
      fc.property(named, fc.boolean(), (names, isLower) => {
        const typeOf = (name: string) => (kind === 'columns' ? name.split(' ')[0]! : name);
        const text = write(names.map((name) => [name, isLower ? typeOf(name).toLowerCase() : typeOf(name)]));
        const { question } = readText(text, {}, fileOf(kind));
        expect(question?.reason).toContain('are their own words, such as');
        const [{ settings } = { settings: {} }] = question!.options;
        expect(readText(text, settings, fileOf(kind)).question).toBeUndefined();
        expect(readText(text, { typesAs: { [typeOf(names[0]!)]: 'X' } }, fileOf(kind)).question).toBeUndefined();
        if (kind === 'columns' || kind === 'tags') return;
        const { problems } = importTexts('a.jsonl', new TextEncoder().encode(text));
        expect(problems.map(({ message }) => message).join()).toContain('Are these the types to learn?');
      }),
      { numRuns: 30 },
    );
  },
);

test.each(KINDS)('ids that hardly repeat are a question, and types are none: %s', (kind, write) => {
  const names = Array.from({ length: 24 }, (_, i) => `${NAMES[i % 3]!.split(' ')[0]}${i}`);
  const { question } = readText(write(names.map((name, i) => [name, `Q${100 + (i % 20)}`])), {}, fileOf(kind));
  expect(question?.reason).toContain('24 entities have 20 types, such as Q100');
  for (const types of [['PER'], ['PER', 'LOC', 'bo', 'DATE']]) {
    const text = write(names.map((name, i) => [i === 2 ? 'Bo' : name, types[i % types.length]!]));
    expect(readText(text, {}, fileOf(kind)).question).toBeUndefined();
  }
});

test('types that differ only in case are named, unless they are read as others', () => {
  const text = 'Ada\tB-PER\nleft\tO\n\nBo\tB-per\nran\tO\n';
  const messages = (options = {}) => readText(text, options).problems.map(({ message }) => message);
  expect(messages()).toEqual([expect.stringContaining('PER and per differ only in how they are written')]);
  expect(messages({ typesAs: { per: 'PER' } })).toEqual([]);
});
