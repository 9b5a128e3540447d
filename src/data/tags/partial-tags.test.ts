import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spannedSentence } from '../../../test/helpers/tag-arbitraries.ts';
import type { Sentence, Span, UnknownLabels } from '../corpus.ts';
import { comparedTags, TagSets } from './partial-tags.ts';
import { tagsOfSpans } from './tag-spans.ts';
import { isLegalTransition, NO_SCHEME, OUTSIDE, parseTag, standardStyle } from './tag-style.ts';
import { tagInventory, trainingTags } from './training-tags.ts';

const BIOES = standardStyle('BIOES');
const BIO = standardStyle('BIO');

function sentence(length: number, spans: Span[], unknown?: UnknownLabels): Sentence {
  const tokens = Array.from({ length }, (_, t) => `w${t}`);
  return { tokens, tags: tagsOfSpans(BIO, spans, length), spans, line: 1, ...(unknown && { unknown }) };
}

const TAGS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC'];

/** The tags that each token may have, as words. */
const allowed = (of: Sentence) =>
  new TagSets(TAGS, BIO).of(of)?.map((set) => set && TAGS.filter((_, k) => set[k] === 1).join(' '));

describe('the tags that tokens may have', () => {
  test('all is known unless the sentence says otherwise', () => {
    expect(allowed(sentence(3, [{ start: 0, end: 1, type: 'PER' }]))).toBeUndefined();
  });

  test('outside of spans, those of types that the file does not annotate', () => {
    const one = sentence(4, [{ start: 0, end: 2, type: 'PER' }], { types: ['PER'], tokens: [] });
    // No other span is joined to a known one: LOC may begin after it, and go on from there.
    expect(allowed(one)).toEqual([undefined, undefined, 'O B-LOC', 'O B-LOC I-LOC']);
  });

  test('all, if nothing is known of the token', () => {
    const one = sentence(3, [{ start: 0, end: 1, type: 'PER' }], { tokens: [1, 2] });
    expect(allowed(one)).toEqual([undefined, 'O B-PER B-LOC', TAGS.join(' ')]);
  });

  test('not the type of a span that was refused', () => {
    const one = sentence(3, [], { tokens: [0, 1, 2], refused: [{ start: 0, end: 2, type: 'LOC' }] });
    expect(allowed(one)).toEqual(['O B-PER I-PER', 'O B-PER I-PER', TAGS.join(' ')]);
  });

  test('a file that annotates all types of the model leaves nothing open', () => {
    expect(allowed(sentence(3, [], { types: ['LOC', 'PER', 'GPE'], tokens: [] }))).toBeUndefined();
  });

  test('without a scheme, all tags of an unknown token', () => {
    const one: Sentence = { tokens: ['a', 'b'], tags: ['?', 'N'], spans: [], line: 1, unknown: { tokens: [0] } };
    const tags = tagInventory([one], NO_SCHEME);
    expect(tags).toEqual(['N']);
    expect(trainingTags(one, NO_SCHEME)).toEqual(['N', 'N']);
    expect(new TagSets(['N', 'V'], NO_SCHEME).of(one)).toEqual([Uint8Array.of(1, 1), undefined]);
  });

  test.each([
    ['BIO', BIO],
    ['BIOES', BIOES],
  ])(
    'in %s the tags of the known spans are a legal path, and known spans are whole in every legal path',
    (_, style) => {
      fc.assert(
        fc.property(
          spannedSentence(),
          fc.array(fc.nat(11), { maxLength: 4 }),
          fc.option(fc.subarray(['PER', 'LOC']), { nil: undefined }),
          ({ spans, length }, open, types) => {
            const tokens = [...new Set(open)].filter(
              (t) => t < length && spans.every(({ start, end }) => t < start || t >= end),
            );
            const one = sentence(length, spans, { tokens: tokens.sort((a, b) => a - b), ...(types && { types }) });
            const tags = tagInventory([one, sentence(2, [{ start: 0, end: 1, type: 'PER' }])], style);
            const sets = new TagSets(tags, style).of(one);
            const gold = trainingTags(one, style);
            const isLeftOut = sets?.map((set, t) => set?.[tags.indexOf(gold[t]!)] === 0) ?? [];
            expect(isLeftOut).not.toContain(true);
            const joined = spans.flatMap(({ end }) => {
              const last = parseTag(style, gold[end - 1]!)!;
              const next = tags
                .filter((_tag, k) => sets?.[end]?.[k] === 1)
                .map((tag) => parseTag(style, tag) ?? OUTSIDE);
              const continued = next.filter(({ role }) => role === 'inside' || role === 'end');
              return continued.filter((tag) => isLegalTransition(style.scheme, last, tag));
            });
            expect(joined).toEqual([]);
          },
        ),
      );
    },
  );
});

describe('the tags that are compared', () => {
  const gold = [
    { start: 0, end: 1, type: 'PER' },
    { start: 2, end: 3, type: 'LOC' },
  ];
  const predicted = ['B-LOC', 'B-PER', 'B-LOC', 'B-PER', 'I-PER'];

  test('are all of them in a sentence that is known', () => {
    expect(comparedTags(sentence(5, gold), predicted, BIO)).toEqual({
      gold: ['B-PER', 'O', 'B-LOC', 'O', 'O'],
      predicted,
    });
  });

  test('leave out types that the file does not annotate', () => {
    expect(comparedTags(sentence(5, gold, { types: ['LOC'], tokens: [] }), predicted, BIO)).toEqual({
      gold: ['O', 'O', 'B-LOC', 'O', 'O'],
      predicted: ['B-LOC', 'O', 'B-LOC', 'O', 'O'],
    });
  });

  test('leave out predictions about which nothing is known', () => {
    expect(comparedTags(sentence(5, gold, { tokens: [4] }), predicted, BIO).predicted).toEqual([
      'B-LOC',
      'B-PER',
      'B-LOC',
      'O',
      'O',
    ]);
  });
});
