import type { Span } from '../../data/corpus.ts';
import { groupBy } from '../../lib/group-by.ts';
import { spanTypes, type NewSentence, type SentenceState, type SpanType } from '../sets/set.ts';
import type { SharedNotes } from './shared-notes.ts';
import {
  offsetsOf,
  partsOf,
  personOf,
  spansOf,
  textsNamed,
  writtenSpans,
  type SentenceKey,
  type Texts,
  type Writer,
  type WrittenEdit,
  type WrittenLine,
} from './format.ts';

/** A set of a project, as read from its files. */
export interface ProjectSet {
  id: string;
  name: string;
  notes: SharedNotes;
  texts: ReadonlyMap<string, Texts>;
  /** Lines of all writers, in any order, possibly repeated. */
  lines: readonly WrittenLine[];
}

/** What a writer last said about a sentence. */
export interface Opinion {
  writer: Writer;
  /** The line. */
  id: string;
  /** The sentence with its spans and state. */
  sentence: NewSentence;
  over: readonly string[];
}

export interface MergedSentence {
  key: SentenceKey;
  /** Without annotation. */
  base: NewSentence;
  /** One for each writer who has annotated it. */
  opinions: readonly Opinion[];
  /** Those that no other has replaced. */
  heads: readonly Opinion[];
  /** The sentence as all agree on it, or unannotated; undefined: the heads differ, and a person has to decide. */
  agreed: NewSentence | undefined;
}

export interface MergedSet {
  name: string;
  types: readonly SpanType[];
  sentences: MergedSentence[];
  /** In alphabetical order. */
  writers: Writer[];
}

/**
 * Merges what all writers have done. The result depends only on which lines there are, not on their order or who merged what when, and every
 * line counts: a sentence has the last opinion of each writer, except those that another was made in knowledge of. Where the remaining ones
 * differ, nothing is chosen.
 */
export function mergeSet({ texts, lines: all, name }: Omit<ProjectSet, 'id' | 'notes'>): MergedSet {
  const lines = ordered(all);
  const rename = renamesOf(lines);
  const opinions = latestEdits(lines);
  const sentences = keysInOrder(lines, texts).map(([key, base]): MergedSentence => {
    const known = (opinions.get(key) ?? []).map(({ line, edit }): Opinion => ({
      writer: partsOf(line.id).writer,
      id: line.id,
      sentence: annotated(base, edit, rename),
      over: edit.over ?? [],
    }));
    const said = known.filter(({ sentence }) => isOpinion(sentence));
    const replaced = new Set(said.flatMap(({ over }) => over));
    const heads = said.filter(({ id }) => !replaced.has(id));
    return { key, base, opinions: said, heads, agreed: agreedOn(base, heads) };
  });
  const names = lines.flatMap((line) => line.name ?? []);
  const writers = [...new Set(lines.map(({ id }) => partsOf(id).writer))].sort();
  return { name: names.at(-1) ?? name, types: mergedTypes(lines, writers, rename), sentences, writers };
}

/**
 * Lines once each, in the order of their numbers, then times. If one number has two different lines, as after a copied browser profile, the
 * second is that of a further writer: nothing is lost.
 */
function ordered(all: readonly WrittenLine[]): WrittenLine[] {
  const byText = new Map(all.map((line) => [JSON.stringify(line), line]));
  const distinct = [...byText].sort(([a, one], [b, other]) => {
    const byTime = one.at - other.at || partsOf(one.id).number - partsOf(other.id).number;
    return byTime || (a < b ? -1 : 1);
  });
  const copies = new Map<string, number>();
  return distinct.map(([, line]) => {
    const copy = (copies.get(line.id) ?? 0) + 1;
    copies.set(line.id, copy);
    const { writer, number } = partsOf(line.id);
    return copy === 1 ? line : { ...line, id: `${writer}~${copy}:${number}` };
  });
}

function keysInOrder(lines: readonly WrittenLine[], texts: ProjectSet['texts']): [SentenceKey, NewSentence][] {
  const added = lines.flatMap((line) => line.texts ?? []);
  const names = new Set([...added, ...[...texts.keys()].sort()]);
  let documents = 0;
  return [...names].flatMap((name) => {
    const sentences = textsNamed(texts, name) ?? [];
    const first = documents;
    documents += (sentences.at(-1)?.source.document ?? -1) + 1;
    return sentences.map((sentence, i): [SentenceKey, NewSentence] => {
      const source = { ...sentence.source, document: first + sentence.source.document };
      return [`${name}:${i}`, { ...sentence, source }];
    });
  });
}

/** The last edit of each sentence by each writer, in the order of writers. */
function latestEdits(lines: readonly WrittenLine[]): Map<SentenceKey, { line: WrittenLine; edit: WrittenEdit }[]> {
  const latest = new Map<SentenceKey, Map<Writer, { line: WrittenLine; edit: WrittenEdit }>>();
  for (const line of lines) {
    const { writer, number } = partsOf(line.id);
    for (const edit of line.edits ?? []) {
      const of = latest.get(edit.sentence) ?? new Map<Writer, { line: WrittenLine; edit: WrittenEdit }>();
      latest.set(edit.sentence, of);
      const last = of.get(writer);
      if (last === undefined || partsOf(last.line.id).number <= number) of.set(writer, { line, edit });
    }
  }
  const inOrder = (of: Map<Writer, { line: WrittenLine; edit: WrittenEdit }>) =>
    [...of].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, last]) => last);
  return new Map([...latest].map(([key, of]) => [key, inOrder(of)]));
}

function annotated(base: NewSentence, edit: WrittenEdit, rename: (type: string) => string): NewSentence {
  const offsets = edit.tokens === undefined ? base.offsets : offsetsOf(edit.tokens);
  const tokens = offsets.map(({ start, end }) => base.text.slice(start, end));
  const [spans, refused] = [edit.spans, edit.refused ?? []].map((written) =>
    spansOf(written, offsets).map((span): Span => ({ ...span, type: rename(span.type) })),
  );
  const { predicted, ...others } = base;
  const isSame = tokens.length === base.tokens.length;
  return {
    ...others,
    ...(isSame && predicted && { predicted }),
    offsets,
    tokens,
    spans: spans!,
    refused: refused!,
    state: edit.state,
  };
}

export function isOpinion(sentence: Pick<NewSentence, 'state' | 'spans' | 'refused'>): boolean {
  return isMarked(sentence) || (sentence.refused ?? []).length > 0;
}

/** Whether a writer has said what the entities are, and not only what they are not. */
export function isMarked({ state, spans }: Pick<NewSentence, 'state' | 'spans'>): boolean {
  return state !== 'open' || spans.length > 0;
}

/** Of several states with the same spans: doubt before decision. */
const BY_CAUTION: readonly SentenceState[] = ['flagged', 'skipped', 'accepted', 'open'];

/** Drafts count only where nothing is decided. What any of those that count has refused is refused. */
function agreedOn(base: NewSentence, heads: readonly Opinion[]): NewSentence | undefined {
  const decided = heads.filter(({ sentence }) => sentence.state !== 'open');
  const counted = (decided.length > 0 ? decided : heads).map(({ sentence }) => sentence);
  const marked = counted.filter(isMarked);
  if (new Set(marked.map(spansText)).size > 1) return undefined;
  const agreed = BY_CAUTION.flatMap((state) => marked.find((sentence) => sentence.state === state) ?? [])[0] ?? base;
  const refused = refusedBy(counted, agreed);
  const others = refused.filter((span) => !agreed.spans.some((one) => isSame(one, span)));
  if (others.length < refused.length && decided.length === 0) return undefined; // marked by one, refused by another
  return others.length === 0 ? agreed : { ...agreed, refused: others };
}

/** What the sentences have as refused, in the tokens of one of them, each once. */
function refusedBy(sentences: readonly NewSentence[], { offsets }: NewSentence): Span[] {
  const written = sentences.flatMap((sentence) => {
    const { spans: marked, refused = [] } = sentence;
    return writtenSpans(
      refused.filter((span) => !marked.some((one) => isSame(one, span))),
      sentence,
    );
  });
  const distinct = [...new Map(written.map((span) => [span.join(' '), span])).values()];
  const spans = spansOf(distinct, offsets).filter(({ start, end }) => start >= 0 && end > start);
  return spans.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.type < b.type ? -1 : 1));
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end && a.type === b.type;
}

/** Spans as characters, so that different tokens do not count as a difference. */
export function spansText({ spans, offsets }: Pick<NewSentence, 'spans' | 'offsets'>): string {
  return spans.map(({ start, end, type }) => `${offsets[start]?.start} ${offsets[end - 1]?.end} ${type}`).join('\n');
}

/** Renames of types by anyone apply to the spans of all, in order. */
function renamesOf(lines: readonly WrittenLine[]): (type: string) => string {
  const renames = lines.flatMap(({ renamed }) => (renamed === undefined ? [] : [renamed]));
  return (type) => renames.reduce((name, renamed) => (Object.hasOwn(renamed, name) ? renamed[name]! : name), type);
}

/** The types of all writers, in the order of the first who has them; with their colours and, if these are free, their keys. */
function mergedTypes(
  lines: readonly WrittenLine[],
  writers: readonly Writer[],
  rename: (type: string) => string,
): readonly SpanType[] {
  const last = new Map<Writer, readonly SpanType[]>();
  for (const { id, types } of lines) if (types !== undefined) last.set(partsOf(id).writer, types);
  const merged: SpanType[] = [];
  for (const type of writers.flatMap((writer) => last.get(writer) ?? [])) {
    const name = rename(type.name);
    if (merged.some((other) => other.name === name)) continue;
    const isFree = merged.every(({ key }) => key !== type.key);
    merged.push({ name, colour: type.colour, key: isFree ? type.key : undefined });
  }
  const used = lines.flatMap(({ edits = [] }) =>
    edits.flatMap(({ spans, refused = [] }) => [...spans, ...refused].map(([, , type]) => rename(type))),
  );
  return spanTypes([...new Set(used)], merged);
}

/** The set as one writer sees it, for a comparison; sentences that this writer has not annotated are open. */
export function sideOf({ sentences }: Pick<MergedSet, 'sentences'>, writer: Writer): NewSentence[] {
  return sentences.map(({ base, opinions }) => opinions.find((one) => one.writer === writer)?.sentence ?? base);
}

/** Sentences on which the writers differ. */
export const conflictsIn = ({ sentences }: Pick<MergedSet, 'sentences'>): MergedSentence[] =>
  sentences.filter(({ agreed }) => agreed === undefined);

/**
 * The number of sentences that each person has annotated, without those who have annotated none. Several logs of a person, one for each
 * browser, are told apart by their names.
 */
export function annotatedBy({
  sentences,
  writers,
}: MergedSet): { writer: Writer; person: string; annotated: number }[] {
  const counts = writers.map((writer) => ({
    writer,
    annotated: sentences.filter(({ opinions }) =>
      opinions.some((one) => one.writer === writer && one.sentence.state !== 'open'),
    ).length,
  }));
  const active = counts.filter(({ annotated }) => annotated > 0);
  const logsOf = groupBy(active, ({ writer }) => personOf(writer));
  return active.map((one) => {
    const person = personOf(one.writer);
    return { ...one, person: logsOf.get(person)!.length > 1 ? one.writer : person };
  });
}
