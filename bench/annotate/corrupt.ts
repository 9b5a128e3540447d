import type { FindingKind } from '../../src/annotation/label-check.ts';
import type { Sentence, Span } from '../../src/data/corpus.ts';
import { overlaps } from '../../src/eval/match-spans.ts';
import { randomUniform, shuffle, streamKey } from '../../src/lib/rng.ts';

export interface Corruption {
  sentence: number;
  kind: FindingKind;
  /** Tokens of the original and of the corrupted label. */
  from: number;
  to: number;
}

const KINDS: readonly FindingKind[] = ['type', 'boundary', 'missed', 'spurious'];

/**
 * Corrupts a share of the entities with the errors of annotators, equally many of each kind: another type (drawn by frequency), a boundary
 * moved by a token, a missing entity, and a spurious one on a phrase, capitalised if possible.
 */
export function corrupt(
  sentences: readonly Sentence[],
  share: number,
  seed: number,
): { corrupted: Sentence[]; corruptions: Corruption[] } {
  const entities = sentences.flatMap(({ spans }, sentence) => spans.map((span) => ({ sentence, span })));
  const types = entities.map(({ span }) => span.type);
  const count = Math.round(share * entities.length);
  const drawn = shuffle([...entities], streamKey(seed, 1));
  const spansOf = sentences.map(({ spans }) => [...spans]);
  const corruptions: Corruption[] = [];
  const touched = new Set<number>(); // a sentence is corrupted once
  let draws = 0;
  const uniform = () => randomUniform(streamKey(seed, 2), draws++);
  const pick = <T>(items: readonly T[]) => items[Math.floor(uniform() * items.length)]!;
  for (const { sentence, span } of drawn) {
    if (corruptions.length >= count) break;
    if (touched.has(sentence)) continue;
    const kind = KINDS[corruptions.length % KINDS.length]!;
    const { tokens } = sentences[sentence]!;
    const spans = spansOf[sentence]!;
    const changed = change(kind, span);
    if (changed === undefined) continue;
    const { old, next } = changed;
    spansOf[sentence] = [...spans.filter((other) => other !== old), ...next].toSorted((a, b) => a.start - b.start);
    const all = [...(old === undefined ? [] : [old]), ...next];
    const [from, to] = [Math.min(...all.map(({ start }) => start)), Math.max(...all.map(({ end }) => end))];
    corruptions.push({ sentence, kind, from, to });
    touched.add(sentence);

    function change(as: FindingKind, own: Span): { old: Span | undefined; next: Span[] } | undefined {
      switch (as) {
        case 'type': {
          const others = types.filter((type) => type !== own.type);
          return others.length === 0 ? undefined : { old: own, next: [{ ...own, type: pick(others) }] };
        }
        case 'missed':
          return { old: own, next: [] };
        case 'boundary': {
          const moved = [
            { ...own, start: own.start - 1 },
            { ...own, start: own.start + 1 },
            { ...own, end: own.end - 1 },
            { ...own, end: own.end + 1 },
          ].filter(
            (other) =>
              other.start >= 0 &&
              other.end <= tokens.length &&
              other.start < other.end &&
              !spans.some((one) => one !== own && overlaps(one, other)),
          );
          return moved.length === 0 ? undefined : { old: own, next: [pick(moved)] };
        }
        case 'spurious': {
          const free = [...tokens.keys()].filter((t) => !spans.some(({ start, end }) => start <= t && t < end));
          const names = free.filter((t) => /^\p{Lu}/u.test(tokens[t]!));
          const words = free.filter((t) => /^\p{L}/u.test(tokens[t]!));
          const places = names.length > 0 ? names : words;
          if (places.length === 0) return undefined;
          const start = pick(places);
          return { old: undefined, next: [{ start, end: start + 1, type: pick(types) }] };
        }
        default:
          return as satisfies never;
      }
    }
  }
  const corrupted = sentences.map((sentence, index) => ({ ...sentence, spans: spansOf[index]! }));
  return { corrupted, corruptions };
}
