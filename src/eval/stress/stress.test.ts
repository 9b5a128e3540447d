import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesByType } from '../../data/corpora/exchange-names.ts';
import type { Sentence } from '../../data/corpus.ts';
import { TagReader } from '../../data/tags/tag-spans.ts';
import { standardStyle } from '../../data/tags/tag-style.ts';
import { TrainingEntities } from '../seen.ts';
import type { StressContext } from './change.ts';
import { STRESS_TESTS } from './registry.ts';

const style = standardStyle('BIO');
const sentence = (text: string, document?: number): Sentence => {
  const words = text.split(' ').map((word) => word.split('|') as [string, string?]);
  const tags = words.map(([, tag]) => tag ?? 'O');
  const { spans } = new TagReader(style).read(tags);
  const own = { tokens: words.map(([word]) => word), tags, spans, line: 1 };
  return document === undefined ? own : { ...own, document };
};
const FILE = [
  sentence('Ada|B-PER Vale|I-PER visited Norrby|B-LOC yesterday', 0),
  sentence('Later Ada|B-PER Vale|I-PER left Norrby|B-LOC', 0),
  sentence('Nobody understood Ada|B-PER Vale|I-PER', 1),
  sentence('nothing happened'),
];
const TRAIN = [sentence('Mio|B-PER met Ivo|B-PER Field|I-PER and Ada|B-PER Vale|I-PER in Old|B-LOC Weir|I-LOC')];
const context = (changes: Partial<StressContext> = {}): StressContext => {
  const seen = new TrainingEntities(TRAIN, style, () => true);
  return { style, train: TRAIN, seen, lists: [], seed: 1, ...changes };
};
const testOf = (id: string) => STRESS_TESTS.find((one) => one.id === id)!;
const texts = (sentences: readonly Sentence[]) => sentences.map(({ tokens }) => tokens.join(' '));
const changedBy = (id: string, changes: Partial<StressContext> = {}) => testOf(id).change(FILE, context(changes))!;

test.each(STRESS_TESTS.map(({ id }) => id))('%s: gold goes with the text, and the same seed gives the same', (id) => {
  const lists = [{ name: 'PER', names: ['Elva Strand'], longest: 11 }];
  const { sentences } = changedBy(id, { lists });
  expect(sentences).toHaveLength(FILE.length);
  expect(changedBy(id, { lists })).toMatchObject({ sentences });
  for (const [s, { tokens, tags, spans }] of sentences.entries()) {
    expect(tags).toHaveLength(tokens.length);
    expect(new TagReader(style).read(tags).spans).toEqual(spans);
    expect(spans.map(({ type }) => type)).toEqual(FILE[s]!.spans.map(({ type }) => type));
  }
});

test('letters', () => {
  expect(texts(changedBy('lowercase').sentences)[0]).toBe('ada vale visited norrby yesterday');
  expect(texts(changedBy('capitals').sentences)[3]).toBe('NOTHING HAPPENED');
});

test('typos: in one of ten long words, within the word', () => {
  const word = fc.stringMatching(/^[a-z]{4,12}$/);
  const many = fc.array(word, { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(many, fc.nat(1000), (tokens, seed) => {
      const { sentences } = testOf('typos').change([{ ...FILE[3]!, tokens }], context({ seed }))!;
      const changed = sentences[0]!.tokens.filter((token, t) => token !== tokens[t]);
      // Equal neighbours may be swapped, so some typos change nothing.
      expect(changed.length).toBeLessThan(50);
      for (const [t, token] of sentences[0]!.tokens.entries()) {
        expect(token[0]).toBe(tokens[t]![0]);
        expect(Math.abs(token.length - tokens[t]!.length)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 20 },
  );
  const tokens = Array.from({ length: 1000 }, () => 'abcdefgh');
  const { sentences } = testOf('typos').change([{ ...FILE[3]!, tokens }], context())!;
  const share = sentences[0]!.tokens.filter((token) => token !== 'abcdefgh').length / 1000;
  expect(Math.abs(share - 0.1)).toBeLessThan(0.03);
});

describe('names', () => {
  test('are exchanged for others of their type in the training data, the same for a name of a document', () => {
    const { sentences } = changedBy('exchanged');
    const names = namesByType(sentences);
    expect(names.get('LOC')).toEqual([['Old', 'Weir']]);
    const people = names.get('PER')!.map((words) => words.join(' '));
    expect(people).not.toContain('Ada Vale');
    expect(['Mio', 'Ivo Field']).toEqual(expect.arrayContaining(people));
    const [first, second] = sentences.map((one) => one.tokens.slice(one.spans[0]?.start, one.spans[0]?.end).join(' '));
    expect(second).toBe(first);
    expect(texts(sentences)[3]).toBe('nothing happened');
  });

  test('without training data from the file; a type with one name keeps it', () => {
    const { sentences } = changedBy('exchanged', { train: undefined, seen: undefined });
    expect(texts(sentences)).toEqual(texts(FILE));
  });

  test('are exchanged for those of a list that is named after their type', () => {
    expect(testOf('listed').change(FILE, context())).toBeUndefined();
    const { sentences } = changedBy('listed', { lists: [{ name: 'LOC', names: ['Port Vale'], longest: 9 }] });
    expect(texts(sentences)[0]).toBe('Ada Vale visited Port Vale yesterday');
  });

  test('columns follow their words', () => {
    const columns = { pos: ['A', 'B', 'C', 'D', 'E'] };
    const { sentences } = testOf('exchanged').change([{ ...FILE[0]!, columns }], context({ train: [TRAIN[0]!] }))!;
    const [{ tokens, columns: own }] = sentences as [Sentence];
    expect(own!['pos']).toHaveLength(tokens.length);
    expect(own!['pos']!.slice(-4)).toEqual(['C', 'D', 'D', 'E']);
  });

  test('sentences of which something is unknown stay', () => {
    const open = { ...FILE[0]!, unknown: { tokens: [4] } };
    expect(testOf('exchanged').change([open], context())!.sentences).toEqual([open]);
  });

  test('that the training data have do not count among unseen ones', () => {
    const { counts } = changedBy('unseen');
    expect(counts!(['Ada', 'Vale'])).toBe(false);
    expect(counts!(['Ada', 'Lind'])).toBe(true);
    expect(testOf('unseen').change(FILE, context({ seen: undefined }))).toBeUndefined();
  });
});
