import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conllOf, PARTS, partOf, readDocuments, type Part } from '../scripts/sample-corpus/corpus.ts';
import { ENTITY_TYPES, readLine } from '../scripts/sample-corpus/markup.ts';
import type { Corpus } from '../src/data/corpus.ts';
import { readCorpus } from '../src/data/corpora/read-corpus.ts';

const documents = readDocuments('scripts/sample-corpus/documents');
const bytes = (part: Part) => new Uint8Array(readFileSync(`public/sample/${part}.conll`));
const corpora = Object.fromEntries(PARTS.map((part) => [part, readCorpus(`${part}.conll`, bytes(part))])) as Record<
  Part,
  Corpus
>;
const all = PARTS.map((part) => corpora[part]);

function namesOf({ sentences }: Corpus): Set<string> {
  return new Set(
    sentences.flatMap(({ tokens, spans }) => spans.map(({ start, end }) => tokens.slice(start, end).join(' '))),
  );
}

describe('the sample corpus', () => {
  test.each(PARTS)('%s.conll is generated from the documents', (part) => {
    expect(new TextDecoder().decode(bytes(part))).toBe(conllOf(documents, part));
  });

  test.each(PARTS)('%s.conll is read without a problem, as BIO of four types', (part) => {
    const { style, problems, invalidTransitions, sentences, documents: count } = corpora[part];
    expect(style.scheme).toBe('BIO');
    expect(problems).toEqual([]);
    expect(invalidTransitions).toBe(0);
    expect(count).toBe(documents.filter((_, i) => partOf(i) === part).length);
    const types = new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type)));
    expect([...types].sort()).toEqual([...ENTITY_TYPES].sort());
  });

  test('has 1,000 sentences and 18,000 tokens at least', () => {
    const sentences = all.flatMap((corpus) => corpus.sentences);
    expect(sentences.length).toBeGreaterThanOrEqual(1000);
    expect(sentences.reduce((sum, { tokens }) => sum + tokens.length, 0)).toBeGreaterThanOrEqual(18_000);
  });

  test.each(['dev', 'test'] as const)('has names in %s that do not occur in training', (part) => {
    const known = namesOf(corpora.train);
    const names = [...namesOf(corpora[part])];
    const unseen = names.filter((name) => !known.has(name)).length;
    expect(unseen / names.length).toBeGreaterThan(0.5);
  });

  test('has no sentence in more than one part', () => {
    const textsOf = ({ sentences }: Corpus) => new Set(sentences.map(({ tokens }) => tokens.join(' ')).filter(isLong));
    const isLong = (text: string) => text.split(' ').length > 4; // not headings such as `Leading results :`
    const train = textsOf(corpora.train);
    for (const part of ['dev', 'test'] as const) {
      expect([...textsOf(corpora[part])].filter((text) => train.has(text))).toEqual([]);
    }
  });
});

describe('markup', () => {
  test('is removed, and names become tokens', () => {
    expect(readLine("[PER Mira Holt]'s boat left [LOC Oslo].", 'here')).toEqual({
      tokens: ['Mira', 'Holt', "'s", 'boat', 'left', 'Oslo', '.'],
      spans: [
        { start: 0, end: 2, type: 'PER' },
        { start: 5, end: 6, type: 'LOC' },
      ],
    });
  });

  test.each([
    ['[PER Mira', /bracket/],
    ['[CITY Oslo] lies still.', /bracket/],
    ['[PER  Mira] left.', /space/],
    ['A [MISC German]-built boat.', /does not consist of whole tokens/],
  ])('%s is refused', (line, message) => {
    expect(() => readLine(line, 'here')).toThrow(message);
  });
});
