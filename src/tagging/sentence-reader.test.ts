import { describe, expect, test } from 'vitest';
import { illegalTransitions, penaltiesOf } from '../crf/constraints.ts';
import { mapTransitions, type Transitions } from '../crf/transitions.ts';
import type { Span } from '../data/corpus.ts';
import { TagReader } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { randomUniform } from '../lib/rng.ts';
import { SentenceReader } from './sentence-reader.ts';

const TYPES = ['A', 'B'];

describe.each(['BIO', 'BIOES'] as const)('%s', (scheme) => {
  const style = standardStyle(scheme);
  const letters = scheme === 'BIO' ? ['B', 'I'] : ['B', 'I', 'E', 'S'];
  const tags = ['O', ...TYPES.flatMap((type) => letters.map((letter) => `${letter}-${type}`))];
  const K = tags.length;
  const T = 4;
  const draw = (size: number, key: number) => Float32Array.from({ length: size }, (_, i) => 3 * randomUniform(key, i));
  const penalties = penaltiesOf(illegalTransitions(tags, style));
  const learned: Transitions<Float32Array> = { transitions: draw(K * K, 1), start: draw(K, 2), end: draw(K, 3) };
  const scores = mapTransitions(learned, (values, part) => values.map((value, i) => value + penalties[part][i]!));
  const emissions = draw(T * K, 4);
  const reader = new SentenceReader({ config: { scheme }, style, vocabulary: { tags } }, scores);
  const paths = enumerate();
  const total = paths.reduce((sum, { weight }) => sum + weight, 0);
  const best = paths.reduce((a, b) => (b.weight > a.weight ? b : a));
  const probabilityOf = (span: Span) => share(({ spans }) => spans.some((other) => isSame(other, span)));

  /** The weight of the selected paths, as a share of all paths. */
  function share(test: (path: (typeof paths)[number]) => boolean): number {
    return paths.filter(test).reduce((sum, { weight }) => sum + weight, 0) / total;
  }

  function enumerate() {
    const tagReader = new TagReader(style);
    return Array.from({ length: K ** T }, (_, number) => {
      const ids = Array.from({ length: T }, (_, t) => Math.floor(number / K ** t) % K);
      let score = scores.start[ids[0]!]! + scores.end[ids[T - 1]!]!;
      ids.forEach((id, t) => {
        score += emissions[t * K + id]! + (t === 0 ? 0 : scores.transitions[ids[t - 1]! * K + id]!);
      });
      return { ids, weight: Math.exp(score), spans: tagReader.read(ids.map((id) => tags[id]!)).spans };
    });
  }

  test('doubt and surprise are those of all paths', () => {
    const { spans, doubt, surprise } = reader.read(emissions);
    expect(spans.map(({ start, end, type }) => ({ start, end, type }))).toEqual(best.spans);
    spans.forEach((span) => expect(span.probability).toBeCloseTo(probabilityOf(span), 5));
    doubt.forEach((value, t) =>
      expect(value).toBeCloseTo(
        share(({ ids }) => ids[t] !== best.ids[t]),
        5,
      ),
    );
    expect(Math.exp(-surprise)).toBeCloseTo(best.weight / total, 6);
    expect(reader.doubt(emissions)).toEqual(doubt);
  });

  test('alternatives overlap their suggestion, most probable first; what is possible does not', () => {
    const { spans, possible } = reader.suggest(emissions);
    expect(spans.some(({ alternatives }) => alternatives.length > 0)).toBe(true);
    for (const span of spans) {
      const probabilities = span.alternatives.map(({ probability }) => probability);
      expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
      for (const other of span.alternatives) {
        expect(isSame(other, span)).toBe(false);
        expect(other.start < span.end && span.start < other.end).toBe(true);
        expect(other.probability).toBeCloseTo(probabilityOf(other), 5);
      }
    }
    for (const other of possible) {
      expect(spans.some((span) => other.start < span.end && span.start < other.end)).toBe(false);
    }
  });

  test('labels are judged by the same probabilities', () => {
    const gold: Span = { start: 1, end: 2, type: 'A' };
    const { gold: judged, gaps, worstToken } = reader.judge(emissions, [gold]);
    const [about] = judged;
    expect(about!.gold.probability).toBeCloseTo(probabilityOf(gold), 5);
    expect(about!.otherType!.probability).toBeCloseTo(probabilityOf({ ...gold, type: 'B' }), 5);
    const outside = (from: number, to: number) =>
      share(({ spans }) => spans.every(({ start, end }) => end <= from || start >= to));
    expect(about!.outside).toBeCloseTo(outside(1, 2), 5);
    expect(about!.otherTokens!.probability).toBeCloseTo(probabilityOf(about!.otherTokens!), 5);
    for (const gap of gaps) expect(gap.outside).toBeCloseTo(outside(gap.span.start, gap.span.end), 5);
    const gold0 = scheme === 'BIO' ? 'B-A' : 'S-A';
    const worst = Math.min(...[0, 1, 2, 3].map((t) => share(({ ids }) => tags[ids[t]!] === (t === 1 ? gold0 : 'O'))));
    expect(worstToken).toBeCloseTo(worst, 5);
  });

  test('a type that the model does not have is improbable', () => {
    expect(reader.probability(reader.lattice(emissions), { start: 0, end: 1, type: 'C' })).toBe(0);
  });
});

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end && a.type === b.type;
}
