import { describe, expect, test } from 'vitest';
import type { LegacyEncoding } from '../encodings.ts';
import { decodeLegacy, legacyEncoder } from '../files/legacy-encodings.ts';
import { readCorpus, requireUsable } from './read-corpus.ts';
import { writeCorrected } from './write-corrected.ts';
import { writePredictions } from './write-predictions.ts';

const RUSSIAN =
  'Вчера O\nв O\nМоскве B-LOC\nСергей B-PER\nИванов I-PER\nвыступил O\n\nОн O\nприехал O\nиз O\nКазани B-LOC\n';
const JAPANESE =
  '昨日 O\n東京 B-LOC\nで O\n田中 B-PER\nさん O\nが O\n会議 O\nを O\n開いた O\n\n彼 O\nは O\n大阪 B-LOC\nへ O\n行った O\n';

describe.each<[LegacyEncoding, string]>([
  ['windows-1251', RUSSIAN],
  ['koi8-r', RUSSIAN],
  ['shift_jis', JAPANESE],
  ['euc-jp', JAPANESE],
])('a corpus in %s', (encoding, text) => {
  const bytes = legacyEncoder(encoding)(text);
  const inUtf8 = readCorpus('a.conll', new TextEncoder().encode(text));

  test('asks in which encoding it is, and is read as the likeliest one', () => {
    const corpus = readCorpus('a.conll', bytes);
    const { what, options } = corpus.question!;
    expect(what).toBe('In which encoding is it?');
    expect(options[0]!.settings).toEqual({ encoding });
    expect(text).toContain(/“(.*)”/.exec(options[0]!.label)![1]!);
    expect(corpus.sentences).toEqual(inUtf8.sentences);
    expect(() => requireUsable(corpus)).toThrow(/not UTF-8/);
    const tags = corpus.sentences.map(({ tokens }) => tokens.map(() => 'O'));
    const predictions = { tags, style: corpus.style };
    expect(writePredictions(bytes, corpus, predictions)).toBe(
      writePredictions(bytes, readCorpus('a.conll', bytes, { encoding }), predictions),
    );
  });

  test('is read in the chosen encoding, and written back in it', () => {
    const corpus = readCorpus('a.conll', bytes, { encoding });
    expect(corpus).toMatchObject({ sentences: inUtf8.sentences, problems: [], settings: { encoding } });
    expect(corpus.question).toBeUndefined();
    const tags = corpus.sentences.map(({ tokens }) => tokens.map(() => 'O'));
    expect(writePredictions(bytes, corpus, { tags, style: corpus.style })).toContain(
      text.split('\n')[2]!.replace(/ .*/, ''),
    );
    const spans = [{ start: 0, end: 1, type: 'LOC' }];
    const { parts } = writeCorrected(bytes, corpus, new Map([[1, { tokens: corpus.sentences[1]!.tokens, spans }]]));
    const written = Uint8Array.from(parts.flatMap((part) => [...part]));
    const [first, second] = decodeLegacy(written, encoding).split('\n\n');
    expect(first).toBe(text.split('\n\n')[0]);
    expect(second).toContain(`${corpus.sentences[1]!.tokens[0]} B-LOC\n`);
  });

  test('the choice has no effect on a file in UTF-8', () => {
    const corpus = readCorpus('a.conll', new TextEncoder().encode(text), { encoding });
    expect(corpus.sentences).toEqual(inUtf8.sentences);
  });
});

test('a corpus of a Western European language is read as Windows-1252, with a remark, as before', () => {
  const corpus = readCorpus(
    'a.conll',
    legacyEncoder('windows-1252')('El O\nseñor O\nNúñez B-PER\nllegó O\na O\nMálaga B-LOC\n'),
  );
  expect(corpus.question).toBeUndefined();
  expect(corpus.problems).toMatchObject([
    { kind: 'encoding', message: expect.stringContaining('Windows-1252') as string },
  ]);
});
