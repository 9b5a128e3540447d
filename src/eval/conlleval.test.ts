import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SPAN_STYLES, spannedSentence } from '../../test/helpers/tag-arbitraries.ts';
import type { TagStyle } from '../data/corpus.ts';
import { TagReader, tagsOfSpans } from '../data/tags/tag-spans.ts';
import { formatTag, isBare, standardStyle, type TagRole } from '../data/tags/tag-style.ts';
import { scoreTags, type TagPair } from './score-tags.ts';

/**
 * conlleval.pl (Tjong Kim Sang, CoNLL-2000 shared task) reimplemented line by line: a state machine over lines that shares no code with
 * `scoreTags`. The rules say whether a chunk ends and starts between two adjacent tags.
 */
interface Rules {
  ends: (previous: string, tag: string) => boolean;
  starts: (previous: string, tag: string) => boolean;
}

/** The published rules. A change of type also ends and starts a chunk; `conlleval` handles that. */
const PUBLISHED: Rules = {
  ends: (previous, tag) => ['BB', 'BO', 'IB', 'IO', 'EE', 'EI', 'EO'].includes(previous + tag),
  starts: (previous, tag) => ['BB', 'IB', 'OB', 'OI', 'EE', 'EI', 'OE'].includes(previous + tag),
};

/** Rules for BIOES: E and S end a chunk, B and S start one. They differ from the published rules only in `E B`. */
const WITH_SINGLES: Rules = {
  ends: (previous, tag) =>
    PUBLISHED.ends(previous, tag) || previous === 'E' || previous === 'S' || (previous !== 'O' && tag === 'S'),
  starts: (previous, tag) =>
    PUBLISHED.starts(previous, tag) || tag === 'B' || tag === 'S' || (previous === 'S' && tag !== 'O'),
};

interface Counts {
  correct: number;
  gold: number;
  guessed: number;
}

function conlleval(sentences: readonly TagPair[], { ends, starts }: Rules) {
  const counts = new Map<string, Counts>();
  const of = (type: string) => {
    const found = counts.get(type) ?? { correct: 0, gold: 0, guessed: 0 };
    counts.set(type, found);
    return found;
  };
  const endOfChunk = (previous: Tag, tag: Tag) =>
    ends(previous.letter, tag.letter) || (previous.letter !== 'O' && previous.type !== tag.type);
  const startOfChunk = (previous: Tag, tag: Tag) =>
    starts(previous.letter, tag.letter) || (tag.letter !== 'O' && previous.type !== tag.type);
  const boundary = { letter: 'O', type: '' };
  let inCorrect = false;
  let lastGold = boundary;
  let lastGuess = boundary;
  let tokens = 0;
  let sameTags = 0;

  function line(gold: Tag, guess: Tag): void {
    if (inCorrect) {
      const goldEnds = endOfChunk(lastGold, gold);
      const guessEnds = endOfChunk(lastGuess, guess);
      if (goldEnds && guessEnds && lastGuess.type === lastGold.type) {
        inCorrect = false;
        of(lastGold.type).correct++;
      } else if (goldEnds !== guessEnds || gold.type !== guess.type) {
        inCorrect = false;
      }
    }
    if (startOfChunk(lastGold, gold) && startOfChunk(lastGuess, guess) && gold.type === guess.type) inCorrect = true;
    if (startOfChunk(lastGold, gold)) of(gold.type).gold++;
    if (startOfChunk(lastGuess, guess)) of(guess.type).guessed++;
    lastGold = gold;
    lastGuess = guess;
  }

  for (const { gold, predicted } of sentences) {
    for (let i = 0; i < gold.length; i++) {
      line(split(gold[i]!), split(predicted[i]!));
      tokens++;
      if (gold[i] === predicted[i]) sameTags++;
    }
    line(boundary, boundary);
  }
  return { counts, accuracy: tokens === 0 ? 0 : sameTags / tokens };
}

interface Tag {
  letter: string;
  type: string;
}

function split(tag: string): Tag {
  const [, letter, type] = /^([^-]*)-(.*)$/.exec(tag) ?? [tag, tag, ''];
  return { letter: letter!, type: type! };
}

/** The rates that conlleval prints, in [0, 1]. */
function rates({ correct, gold, guessed }: Counts) {
  const precision = guessed > 0 ? correct / guessed : 0;
  const recall = gold > 0 ? correct / gold : 0;
  const f1 = precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
  return { precision, recall, f1, correct, support: gold, predicted: guessed };
}

/** Compares counts and rates by type and overall, and accuracy. */
function expectSame(style: TagStyle, sentences: readonly TagPair[], expected: ReturnType<typeof conlleval>): void {
  const scores = scoreTags(style, sentences);
  const all = { correct: 0, gold: 0, guessed: 0 };
  for (const { correct, gold, guessed } of expected.counts.values()) {
    all.correct += correct;
    all.gold += gold;
    all.guessed += guessed;
  }
  expect(scores.byType).toEqual(
    Object.fromEntries([...expected.counts].map(([type, counts]) => [type, rates(counts)])),
  );
  expect(scores.overall).toEqual(rates(all));
  expect(scores.tokenAccuracy).toBe(expected.accuracy);
}

/** Arbitrary tags with the given letters, legal or not. */
function anyTags(letters: string): fc.Arbitrary<TagPair[]> {
  const tag = fc.oneof(
    fc.constant('O'),
    fc
      .tuple(fc.constantFrom(...letters), fc.constantFrom('X', 'Y', 'X-Y', ''))
      .map(([letter, type]) => (type === '' ? letter : `${letter}-${type}`)),
  );
  // Two of three predictions equal gold; otherwise spans would hardly ever be correct.
  const token = fc.tuple(tag, tag, fc.nat(2)).map(([gold, other, n]) => ({ gold, predicted: n === 0 ? other : gold }));
  const sentence = fc.array(token, { maxLength: 10 });
  return fc.array(
    sentence.map((all) => ({ gold: all.map(({ gold }) => gold), predicted: all.map(({ predicted }) => predicted) })),
    { maxLength: 5 },
  );
}

describe('agrees with conlleval', () => {
  test('for arbitrary B, I, O tags, with the published rules', () => {
    fc.assert(
      fc.property(anyTags('BI'), (sentences) =>
        expectSame(standardStyle('BIO'), sentences, conlleval(sentences, PUBLISHED)),
      ),
      { numRuns: 500 },
    );
  });

  test.each(['IOB1', 'BIO', 'BIOES', 'BMES', 'IO'] as const)(
    'for arbitrary B, I, E, S, O tags, read as %s',
    (scheme) => {
      fc.assert(
        fc.property(anyTags('BIES'), (sentences) =>
          expectSame(standardStyle(scheme), sentences, conlleval(sentences, WITH_SINGLES)),
        ),
        { numRuns: 300 },
      );
    },
  );

  test('for arbitrary tags with other letters', () => {
    const letterOf: Record<string, TagRole> = { B: 'begin', I: 'inside', E: 'end', S: 'single', O: 'outside' };
    const spell = (style: TagStyle, tag: string) =>
      formatTag(style, { role: letterOf[split(tag).letter]!, type: split(tag).type });
    for (const [, style] of SPAN_STYLES.filter(([, candidate]) => !isBare(candidate))) {
      fc.assert(
        fc.property(anyTags('BIES'), (sentences) => {
          const spelled = sentences.map(({ gold, predicted }) => ({
            gold: gold.map((tag) => spell(style, tag)),
            predicted: predicted.map((tag) => spell(style, tag)),
          }));
          expectSame(style, spelled, conlleval(sentences, WITH_SINGLES));
        }),
        { numRuns: 50 },
      );
    }
  });

  test('for valid BIOES, with the published rules after conversion to BIO', () => {
    const bioes = standardStyle('BIOES');
    const pair = fc.tuple(spannedSentence(), spannedSentence()).map(([gold, predicted]) => ({
      gold: tagsOfSpans(bioes, gold.spans, Math.max(gold.length, predicted.length)),
      predicted: tagsOfSpans(bioes, predicted.spans, Math.max(gold.length, predicted.length)),
    }));
    const toBio = (tags: readonly string[]) => tags.map((tag) => tag.replace(/^S-/, 'B-').replace(/^E-/, 'I-'));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), (sentences) => {
        const expected = conlleval(
          sentences.map(({ gold, predicted }) => ({ gold: toBio(gold), predicted: toBio(predicted) })),
          PUBLISHED,
        );
        const { counts, accuracy } = conlleval(sentences, WITH_SINGLES);
        expect(counts).toEqual(expected.counts);
        expectSame(bioes, sentences, { counts: expected.counts, accuracy });
      }),
    );
  });

  test('except that E-X B-X, one chunk by the published rules, stays two', () => {
    const tags = ['B-X', 'E-X', 'B-X', 'E-X'];
    expect(conlleval([{ gold: tags, predicted: tags }], PUBLISHED).counts.get('X')!.gold).toBe(1);
    expect(new TagReader(standardStyle('BIOES')).read(tags).spans).toHaveLength(2);
  });
});
