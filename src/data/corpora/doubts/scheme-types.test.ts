import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import type { TagScheme } from '../../corpus.ts';
import { tagsOfSpans } from '../../tags/tag-spans.ts';
import { standardStyle } from '../../tags/tag-style.ts';
import { readCorpus } from '../read-corpus.ts';
import { writeCorrected } from '../write-corrected.ts';

const NAMES = ['Ada Lin', 'Varde', 'Bo', 'Lune am See'];
type Part = { words: string; type?: string };

const sentences = fc.array(
  fc.oneof(
    fc.constantFrom<Part>({ words: 'saw' }, { words: 'and' }),
    fc.record({ words: fc.constantFrom(...NAMES), type: fc.constantFrom('PER', 'DISH') }),
  ),
  { minLength: 1, maxLength: 6 },
);

/** A text whose tagged words are spans, as programs save what a tagger of tokens returns. */
function wordSpans(parts: readonly Part[], scheme: TagScheme) {
  const words = parts.map(({ words }) => words.split(' '));
  const starts = words.map((_, p) => words.slice(0, p).flat().length);
  const spans = parts.flatMap(({ type }, p) =>
    type === undefined ? [] : [{ start: starts[p]!, end: starts[p]! + words[p]!.length, type }],
  );
  const tokens = words.flat();
  const tags = tagsOfSpans(standardStyle(scheme), spans, tokens.length);
  const text = tokens.join(' ');
  const at = (t: number) => tokens.slice(0, t).join(' ').length + (t > 0 ? 1 : 0);
  return { text, spans: tokens.map((token, t) => ({ start: at(t), end: at(t) + token.length, label: tags[t]! })) };
}

const jsonl = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const PROOF: Part[] = [{ words: 'Ada Lin', type: 'PER' }, { words: 'ate' }, { words: 'Lune am See', type: 'DISH' }];

test('spans whose types are tags of a scheme are these tags', () => {
  fc.assert(
    fc.property(sentences, fc.constantFrom<TagScheme>('BIO', 'BIOES', 'BMES'), fc.boolean(), (parts, scheme, hasO) => {
      const records = [PROOF, parts].map((one) => {
        const { text, spans } = wordSpans(one, scheme);
        return { text, entities: hasO ? spans : spans.filter(({ label }) => label !== 'O') };
      });
      const corpus = readText(jsonl(...records), {}, 'a.jsonl');
      const expected = [PROOF, parts]
        .flat()
        .flatMap(({ words, type }) => (type === undefined ? [] : `${type} ${words}`));
      expect(entitiesOf(corpus)).toEqual(expected);
      expect(corpus.problems.map(({ message }) => message).join()).toContain('are tags of a scheme, such as B-');
    }),
  );
});

test('spans of the type O are no entities, and the file says so', () => {
  const entities = [[0, 4, 'O'], [4, 7, 'NAME'], [7, 13, 'O']]; // prettier-ignore
  const corpus = readText(jsonl({ text: 'Now Ada left.', entities }), {}, 'a.jsonl');
  expect(entitiesOf(corpus)).toEqual(['NAME Ada']);
  expect(corpus.problems[0]!.message).toBe('Spans of the type O were read as no entities: O means outside.');
});

test.each([[['B-cell', 'T-cell']], [['B-cell', 'B-lymphocyte']], [['A-PER', 'I-PER']], [['B-1', 'I-2']], [['B', 'I']]])(
  'types that only look like tags stay: %j',
  (types) => {
    const entities = types.map((label, i) => ({ start: 4 * i, end: 4 * i + 3, label }));
    const corpus = readText(jsonl({ text: 'abc def', entities }), {}, 'a.jsonl');
    expect(corpus.sentences.flatMap(({ spans }) => spans.map(({ type }) => type))).toEqual(types);
    expect(corpus.problems).toEqual([]);
  },
);

test('corrected, they are written as tokens with tags', () => {
  const { text, spans } = wordSpans(PROOF, 'BIO');
  const bytes = new TextEncoder().encode(jsonl({ text, entities: spans }));
  const corpus = readCorpus('a.jsonl', bytes);
  const { parts } = writeCorrected(bytes, corpus, new Map([[0, { spans: [{ start: 0, end: 2, type: 'PER' }] }]]));
  const written = new TextDecoder().decode(Uint8Array.from(parts.flatMap((part) => [...part])));
  expect(entitiesOf(readText(written, {}, 'a.jsonl'))).toEqual(['PER Ada Lin']);
});

test('types beside tags with letters are inside entities, whatever the share of either and the name of outside', () => {
  fc.assert(
    fc.property(sentences, fc.constantFrom('O', 'OTHER', '_'), (parts, outside) => {
      const rows = ({ words, type }: Part) =>
        words
          .split(' ')
          .map((word, w) => `${word}\t${type === undefined ? outside : w === 0 ? `B-${type}` : type}\n`)
          .join('');
      const corpus = readText(`${[PROOF, PROOF, parts].map((one) => one.map(rows).join('')).join('\n')}\n`);
      const expected = [PROOF, PROOF, parts]
        .flat()
        .flatMap(({ words, type }) => (type === undefined ? [] : `${type} ${words}`));
      expect(entitiesOf(corpus)).toEqual(expected);
      expect(corpus.problems.map(({ message }) => message)).toEqual([
        'Types without a letter are beside tags with one: PER was read as I-PER.',
      ]);
    }),
  );
});
