import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';
import { formatCell } from '../../../lib/csv.ts';
import { hasListCells, listTableToJson } from '../containers/list-table.ts';

/** Sentences whose words are as various as those of texts, with the types of their entities. */
const SENTENCES = [
  'Ada/B-PER Byrne/I-PER saw/O the/O old/O town/O of/O Varde/B-LOC ,/O in/O May/O ./O',
  'It/O rained/O in/O Ribe/B-LOC ,/O too/O ./O',
  'Then/O Bo/B-PER "/O left/O the/O Oak/B-ORG Company/I-ORG for/O good/O ./O',
  "Nobody/O else/O knew/O that/O it/O 's/O 1,000/O miles/O away/O ./O",
  'Old/B-LOC Ribe/I-LOC has/O few/O people/O ,/O Ada/B-PER Lind/I-PER says/O ./O',
].map((line) => line.split(' ').map((item) => [item.slice(0, item.lastIndexOf('/')), item.slice(item.lastIndexOf('/') + 1)] as const)); // prettier-ignore
const TOKENS = SENTENCES.map((sentence) => sentence.map(([word]) => word).join(' '));
const ENTITIES = ['Ada Byrne', 'Varde', 'Ribe', 'Bo', 'Oak Company', 'Old Ribe', 'Ada Lind'];

const NAMES: readonly (readonly [words: string, tags: string])[] = [
  ['tokens', 'ner_tags'], ['sentence', 'word_labels'], ['text', 'labels'], ['Sentence', 'NER'], ['x', 'y'], ['content', 'annotation'],
  ['query', 'slots'], ['utterance', 'bio'], ['source', 'target'], ['question', 'answer'], ['input', 'output'], ['text', 'label'],
]; // prettier-ignore
const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);
const LISTS: Readonly<Record<string, (items: readonly string[]) => string>> = {
  python: (items) => `[${items.map(quoted).join(', ')}]`,
  tuple: (items) => `(${items.map(quoted).join(', ')})`,
  json: (items) => JSON.stringify(items),
  numpy: (items) => `[${items.map(quoted).join(' ')}]`,
  spaces: (items) => items.join(' '),
  commas: (items) => items.join(','),
  semicolons: (items) => items.join(';'),
  bars: (items) => items.join('|'),
};
const tagging = fc.record({
  names: fc.constantFrom(...NAMES),
  scheme: fc.constantFrom('BIO', 'BIOES', 'BILOU', 'IO'),
  outside: fc.constantFrom('O', 'o', '_', '-', 'OTHER'),
  joint: fc.constantFrom('-', '_', ':'),
  isTypeFirst: fc.boolean(),
  isSmall: fc.boolean(),
});
type Tagging = typeof tagging extends fc.Arbitrary<infer T> ? T : never;

/** The words of each sentence, and its tags as a program writes them. */
function tagged({ scheme, outside, joint, isTypeFirst, isSmall }: Tagging): { words: string[]; tags: string[] }[] {
  const single = { BIOES: 'S', BILOU: 'U' } as Readonly<Record<string, string>>;
  const end = { BIOES: 'E', BILOU: 'L' } as Readonly<Record<string, string>>;
  return SENTENCES.map((sentence) => ({
    words: sentence.map(([word]) => word),
    tags: sentence.map(([, tag], i) => {
      if (tag === 'O') return outside;
      const isLast = sentence[i + 1]?.[1].startsWith('I-') !== true;
      const letter = isLast ? ((tag.startsWith('B-') ? single : end)[scheme] ?? tag[0]!) : tag[0]!;
      const type = isSmall ? tag.slice(2).toLowerCase() : tag.slice(2);
      return scheme === 'IO' ? type : isTypeFirst ? type + joint + letter : letter + joint + type;
    }),
  }));
}

const table = fc.record({
  tagging,
  list: fc.constantFrom(...Object.keys(LISTS)),
  separator: fc.constantFrom(',', '\t', ';'),
  arePlain: fc.boolean(),
  hasId: fc.boolean(),
  hasMore: fc.boolean(),
  hasHeader: fc.boolean(),
});
type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

function written({ tagging: how, list, separator, arePlain, hasId, hasMore, hasHeader }: Table): string {
  const rows = tagged(how).map(({ words, tags }, i) => [
    ...(hasId ? [`s${i}`] : []),
    arePlain ? words.join(' ') : LISTS[list]!(words),
    ...(hasMore ? [String(words.length)] : []),
    LISTS[list]!(tags),
  ]);
  const [words, tags] = how.names;
  const header = [...(hasId ? ['id'] : []), words, ...(hasMore ? ['n'] : []), tags];
  const all = hasHeader ? [header, ...rows] : rows;
  return all.map((row) => `${row.map((cell) => formatCell(cell, separator)).join(separator)}\n`).join('');
}

/** Objects by how they are called; all of them may be in lines, in an array, or in an object. */
const OBJECTS: Readonly<Record<string, (words: string[], tags: string[], names: readonly [string, string]) => unknown>> = {
  lists: (words, tags, [a, b]) => ({ [a]: words, [b]: tags }),
  strings: (words, tags, [a, b]) => ({ [a]: words.join(' '), [b]: tags.join(' ') }),
  'a string and a list': (words, tags, [a, b]) => ({ [a]: words.join(' '), [b]: tags }),
  pairs: (words, tags) => words.map((word, i) => [word, tags[i]]),
  'two lists': (words, tags) => [words, tags],
  'objects of words': (words, tags, [a]) => ({ [a]: words.map((word, i) => ({ word, tag: tags[i] })) }),
  'pairs in a field': (words, tags, [a]) => ({ [a]: words.map((word, i) => [word, tags[i]]) }),
  'joined words': (words, tags, [a]) => ({ [a]: words.map((word, i) => `${word}/${tags[i]}`).join(' ') }),
  'tags by word': (words, tags, [a, b]) => ({ [a]: words.join(' '), [b]: Object.fromEntries(words.map((word, i) => [word, tags[i]])) }),
  'objects in objects': (words, tags, [a, b]) => ({ data: { [a]: words }, meta: { n: 1 }, annotations: { [b]: tags } }),
}; // prettier-ignore
const objects = fc.record({
  tagging,
  form: fc.constantFrom(...Object.keys(OBJECTS)),
  container: fc.constantFrom('lines', 'array', 'object'),
});
type Objects = typeof objects extends fc.Arbitrary<infer T> ? T : never;

function objectsOf({ tagging: how, form, container }: Objects): { name: string; text: string } {
  const all = tagged(how).map(({ words, tags }) => OBJECTS[form]!(words, tags, how.names));
  if (container === 'lines') return { name: 'a.jsonl', text: all.map((one) => `${JSON.stringify(one)}\n`).join('') };
  return { name: 'a.json', text: JSON.stringify(container === 'array' ? all : { data: all }, null, 2) };
}

const wordsOf = (entities: readonly string[]) => entities.map((entity) => entity.slice(entity.indexOf(' ') + 1));

test('words and tags in two columns of a table are read, however they are written and called', () => {
  fc.assert(
    fc.property(table, (how) => {
      const text = written(how);
      expect(hasListCells(text)).toBe(true);
      const corpus = readText(listTableToJson(text)!, {}, 'a.jsonl');
      expect([corpus.question, tokensOf(corpus), wordsOf(entitiesOf(corpus))]).toEqual([undefined, TOKENS, ENTITIES]);
    }),
    { numRuns: 90, seed: 5 },
  );
});

test('words and tags in JSON are read, whatever their fields and their nesting', () => {
  fc.assert(
    fc.property(objects, (how) => {
      const { name, text } = objectsOf(how);
      const corpus = readText(text, {}, name);
      expect([corpus.question, tokensOf(corpus), wordsOf(entitiesOf(corpus))]).toEqual([undefined, TOKENS, ENTITIES]);
    }),
    { numRuns: 90, seed: 5 },
  );
});
