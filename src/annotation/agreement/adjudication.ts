import type { Span } from '../../data/corpus.ts';
import type { Difference } from './agreement.ts';
import type { AlignedSentence, Alignment } from './alignment.ts';
import type { NewSentence } from '../sets/set.ts';
import { isSameSpan, overlaps, type TokenRange } from '../spans/spans.ts';

/** A token range of a sentence in which two annotations differ. It is decided as a whole, so that the result has no overlapping spans. */
export interface Conflict extends TokenRange {
  /** Index in the list of all conflicts. */
  id: number;
  /** Index of the pair of sentences. */
  sentence: number;
  first: readonly Span[];
  second: readonly Span[];
}

export type Choice = 'first' | 'second';

/** The user's decisions. */
export interface Decisions {
  /** Chosen side by conflict id. */
  choices: ReadonlyMap<number, Choice>;
  /** Spans of sentences that the user edited, by index of the pair. They decide all conflicts in it. */
  edited: ReadonlyMap<number, readonly Span[]>;
}

/** Merges overlapping differences into conflicts. @param differences in text order */
export function conflictsOf(differences: readonly Difference[]): Conflict[] {
  const conflicts: (Conflict & { first: Span[]; second: Span[] })[] = [];
  for (const { sentence, first, second } of differences) {
    const start = Math.min(first?.start ?? Infinity, second?.start ?? Infinity);
    const end = Math.max(first?.end ?? 0, second?.end ?? 0);
    const last = conflicts.at(-1);
    const isPart = last?.sentence === sentence && overlaps(last, { start, end });
    const conflict = isPart ? last : { id: conflicts.length, sentence, start, end, first: [], second: [] };
    if (!isPart) conflicts.push(conflict);
    conflict.end = Math.max(conflict.end, end);
    if (first !== undefined) conflict.first.push(first);
    if (second !== undefined) conflict.second.push(second);
  }
  return conflicts;
}

export function isDecided({ id, sentence }: Conflict, { choices, edited }: Decisions): boolean {
  return choices.has(id) || edited.has(sentence);
}

/** The decided spans of a sentence: those that both annotations share, and those of the chosen sides. */
export function resolvedSpans(
  { spans: [first, second] }: Pick<AlignedSentence, 'spans'>,
  /** The conflicts of this sentence. */
  conflicts: readonly Conflict[],
  { choices, edited }: Decisions,
): readonly Span[] {
  const spans = conflicts.length === 0 ? undefined : edited.get(conflicts[0]!.sentence);
  if (spans !== undefined) return spans;
  const agreed = first.filter((span) => second.some((other) => isSameSpan(other, span)));
  const chosen = conflicts.flatMap((conflict) => {
    const choice = choices.get(conflict.id);
    return choice === undefined ? [] : conflict[choice];
  });
  return [...agreed, ...chosen].toSorted((a, b) => a.start - b.start);
}

export interface Adjudicated {
  /** The sentences of the first and of the second annotation. */
  sides: readonly [readonly NewSentence[], readonly NewSentence[]];
  alignment: Alignment;
  /** Indices of the compared pairs. `Conflict.sentence` is an index into this list. */
  compared: readonly number[];
  conflicts: readonly Conflict[];
}

/**
 * Merges two annotations, in the order of the first; sentences that only the second has follow. A sentence that both have annotated is
 * accepted with the decided spans, or flagged if a conflict in it is undecided. One that a single side has annotated is copied from it.
 */
export function mergeAnnotations(
  { sides: [first, second], alignment, compared, conflicts }: Adjudicated,
  decisions: Decisions,
): NewSentence[] {
  const conflictsIn = new Map<number, Conflict[]>();
  for (const conflict of conflicts) {
    const here = conflictsIn.get(conflict.sentence);
    if (here === undefined) conflictsIn.set(conflict.sentence, [conflict]);
    else here.push(conflict);
  }
  const comparedAs = new Map(compared.map((pair, sentence) => [pair, sentence]));
  const merged = alignment.pairs.map((pair, index): [number, NewSentence] => {
    const sentence = comparedAs.get(index);
    const own = first[pair.first]!;
    if (sentence === undefined) {
      const other = second[pair.second]!;
      const annotated = own.state === 'open' && other.state !== 'open' ? other : own;
      return [pair.first, { ...annotated, source: own.source }];
    }
    const here = conflictsIn.get(sentence) ?? [];
    const state = here.every((conflict) => isDecided(conflict, decisions)) ? 'accepted' : 'flagged';
    return [pair.first, { ...withTokens(own, pair), spans: resolvedSpans(pair, here, decisions), state }];
  });
  const rest = alignment.onlyFirst.map((index): [number, NewSentence] => [index, first[index]!]);
  const documents = first.reduce((most, { source }) => Math.max(most, source.document), -1) + 1;
  const added = alignment.onlySecond.map((index) => {
    const { source, ...sentence } = second[index]!;
    return { ...sentence, source: { ...source, document: source.document + documents } };
  });
  const ordered = [...merged, ...rest].sort(([a], [b]) => a - b);
  return [...ordered.map(([, sentence]) => sentence), ...added];
}

/** A sentence of the first annotation, with the tokens of the aligned pair. */
export function withTokens(sentence: NewSentence, { tokens, parts }: AlignedSentence): NewSentence {
  const { predicted, ...others } = sentence;
  const isSame = tokens.length === sentence.tokens.length; // otherwise tokens were split, and predictions refer to the previous ones
  const offsets = parts.map(({ token, start, end }) => {
    const from = sentence.offsets[token]!.start;
    return { start: from + start, end: from + end };
  });
  return { ...others, ...(isSame && predicted && { predicted }), tokens, offsets };
}
