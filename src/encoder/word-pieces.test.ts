import { expect, test } from 'vitest';
import { tokenizerJson } from '../../test/helpers/small-encoder.ts';
import { WordPieces } from './word-pieces.ts';

const named = (json: { model: { vocab: Record<string, number> } }, ids: ArrayLike<number>) => {
  const names = Object.entries(json.model.vocab);
  return Array.from(ids, (id) => names.find(([, other]) => other === id)?.[0]);
};

// google-research/bert, tokenization_test.py: test_full_tokenizer.
const BERT = ['[UNK]', '[CLS]', '[SEP]', 'want', '##want', '##ed', 'wa', 'un', 'runn', '##ing', ','];

test('WordPiece: the case of BERT', () => {
  const pieces = new WordPieces(tokenizerJson(BERT));
  expect(['UNwantéd', ',', 'running'].map((word) => [...pieces.of(word)])).toEqual([[7, 4, 5], [10], [8, 9]]);
  expect([pieces.before, pieces.after]).toEqual([[1], [2]]);
  expect(pieces.size).toBe(BERT.length);
});

test('the pieces of words side by side are those of the sentence', () => {
  const pieces = new WordPieces(tokenizerJson(BERT));
  expect(['unwanted', 'running', ',', 'wa'].flatMap((word) => [...pieces.of(word)])).toEqual([7, 4, 5, 8, 9, 10, 6]);
});

test('a word of which nothing is left is the unknown piece', () => {
  const pieces = new WordPieces(tokenizerJson(BERT));
  expect([...pieces.of('​')]).toEqual([0]);
  expect([...pieces.of('')]).toEqual([0]);
  expect([...pieces.of('zebra')]).toEqual([0]);
});

/** huggingface/transformers, tests/models/roberta/test_tokenization_roberta.py: setUp. */
function byteLevel() {
  const vocabulary =
    'l o w e r s t i d n \u0120 \u0120l \u0120n \u0120lo \u0120low er \u0120lowest \u0120newer \u0120wider <unk>'.split(
      ' ',
    );
  return {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      unk_token: '<unk>',
      vocab: Object.fromEntries(vocabulary.map((piece, i) => [piece, i])),
      merges: ['\u0120 l', '\u0120l o', '\u0120lo w', 'e r'],
    },
  };
}

test('byte-level BPE: the case of RoBERTa, with the space before a word', () => {
  const json = byteLevel();
  const pieces = new WordPieces(json);
  expect(named(json, pieces.of('lower'))).toEqual(['\u0120low', 'er']);
  expect(named(json, pieces.of('newer'))).toEqual(
    ['\u0120n', 'e', 'w', 'er'].flatMap((piece) => (piece === '\u0120n' ? ['\u0120', 'n'] : [piece])),
  );
});

/** Scores for which `▁new` + `er` is more probable than `▁` + `newer`. */
const UNIGRAM = {
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
  post_processor: null,
  decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true },
  model: {
    type: 'Unigram',
    unk_id: 0,
    vocab: [
      ['<unk>', 0],
      ['▁', -2],
      ['▁new', -3],
      ['er', -3],
      ['newer', -5],
      ['a', -4],
    ],
  },
};

test('Unigram: the best path over the pieces (Kudo 2018)', () => {
  const pieces = new WordPieces(UNIGRAM);
  expect([...pieces.of('newer')]).toEqual([2, 3]);
  expect([...pieces.of('a')]).toEqual([1, 5]);
  expect(pieces.size).toBe(6);
});

test.each([
  ['not an object', 7, 'tokenizer.json has no "model" with a vocabulary.'],
  ['another file', { vocab: {} }, 'tokenizer.json has no "model" with a vocabulary.'],
  ['an unknown kind', { model: { type: 'Words', vocab: {} } }, 'tokenizer.json cannot be used: '],
])('refuses %s', (_, json, message) => {
  expect(() => new WordPieces(json)).toThrow(message);
});

/** The expressions of GPT-2, of cl100k, and of XLM-R's normalizer. */
const KNOWN = [
  String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
  String.raw`'(?:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  ' {2,}',
];
const split = (Regex: string) => ({ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false });

test.each(KNOWN)('reads a tokenizer with the expression %s', (expression) => {
  expect([...new WordPieces({ ...byteLevel(), pre_tokenizer: split(expression) }).of('low')].length).toBeGreaterThan(0);
});

test.each<[string, object]>([
  ['an id far outside the table', { added_tokens: [{ id: 1e9, content: '<x>', special: true }] }],
  ['a negative id', { model: { ...byteLevel().model, vocab: { ...byteLevel().model.vocab, l: -5 } } }],
  ['a fraction as an id', { model: { ...byteLevel().model, vocab: { ...byteLevel().model.vocab, l: 1.5 } } }],
  ['an unknown piece outside the table', { model: { ...byteLevel().model, unk_id: 5000 } }],
  ['an endless expression', { pre_tokenizer: split('(a+)+$') }],
  ['an endless expression in a list', { normalizer: { type: 'Sequence', normalizers: [{ type: 'Replace', pattern: { Regex: '(\\w*)*!' }, content: '' }] } }], // prettier-ignore
])('refuses %s before the library sees it', (_, change) => {
  expect(() => new WordPieces({ ...byteLevel(), ...change })).toThrow(/^tokenizer\.json cannot be used: /);
});
