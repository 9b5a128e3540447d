import type { Span } from '../data/corpus.ts';
import type { TokenOffsets } from '../data/corpora/json-entities.ts';
import { colourSlots } from './type-colours.ts';

/** A text that is annotated by a person, sentence by sentence. Immutable: an action makes another one (`reduce`). */
export interface AnnotationSet {
  name: string;
  types: readonly SpanType[];
  /** What counts as a span of which type, in the words of whoever leads the project. */
  guidelines: string;
  /** In document order. */
  sentences: readonly AnnotatedSentence[];
}

/** A type of spans. */
export interface SpanType {
  /** Unique in the set, not empty. */
  name: string;
  /** A slot of the page's palette. */
  colour: number;
  /** `1` to `9`, unique in the set; undefined without a key. */
  key: string | undefined;
}

export interface AnnotatedSentence {
  /** Its index in `AnnotationSet.sentences`; stays the same for as long as the set exists. */
  id: number;
  text: string;
  /** [T] */
  tokens: readonly string[];
  /** [T] */
  offsets: readonly TokenOffsets[];
  /** Decided by a person. In order, not overlapping. */
  spans: readonly Span[];
  /** Suggestions that a person has refused: they are not suggested again. */
  refused: readonly Span[];
  state: SentenceState;
  source: SentenceSource;
  /** What another program has predicted, as it was imported. In order, not overlapping. */
  predicted?: readonly PredictedSpan[];
}

export interface PredictedSpan extends Span {
  /** In [0, 1]; undefined if the file does not say it. */
  probability: number | undefined;
}

/** `accepted`: all entities are marked; may be trained on. `skipped`: not usable. `flagged`: to be discussed. */
export type SentenceState = 'open' | 'accepted' | 'skipped' | 'flagged';

export interface SentenceSource {
  file: string;
  /** 1-based; the line on which it starts. */
  line: number;
  /** Counts the documents of the set, from 0: sentences of one document follow each other. */
  document: number;
}

/** A sentence before it is part of a set. */
export type NewSentence = Omit<AnnotatedSentence, 'id' | 'refused'>;

/** All that a person can do to a set. Stored as it is: a field that is added must be optional. */
export type Action =
  /** Sentences are added at the end; `document` of their source counts from 0 in the action. */
  | { kind: 'import'; sentences: readonly NewSentence[] }
  | { kind: 'edit'; edits: readonly SentenceEdit[] }
  /** `renamed`: the new name of types that spans have; spans of a type that is gone are removed. */
  | { kind: 'types'; types: readonly SpanType[]; renamed?: Readonly<Record<string, string>> }
  | { kind: 'describe'; name?: string; guidelines?: string };

/** What changes in a sentence. Other fields stay. */
export interface SentenceEdit {
  id: number;
  spans?: readonly Span[];
  refused?: readonly Span[];
  state?: SentenceState;
  /** After the text was cut into other tokens; then `spans` and `refused` are those in the new tokens. */
  offsets?: readonly TokenOffsets[];
}

/** Of types, in the order in which they are given out. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export const DEFAULT_TYPES: readonly SpanType[] = spanTypes(['PER', 'ORG', 'LOC', 'MISC']);

/** The types of a new set of sentences for which none were named: the usual ones, unless the sentences have others. */
export function typesFor(sentences: readonly Pick<NewSentence, 'spans' | 'predicted'>[]): readonly SpanType[] {
  const found = sentences.flatMap(({ spans, predicted = [] }) => [...spans, ...predicted]);
  const isUsual = found.every(({ type }) => DEFAULT_TYPES.some(({ name }) => name === type));
  return isUsual ? DEFAULT_TYPES : spanTypes([...new Set(found.map(({ type }) => type))]);
}

/** Types with the first free keys, in their order, and the colours that a trained model's types have: free ones by name. */
export function spanTypes(names: readonly string[], known: readonly SpanType[] = []): SpanType[] {
  const types = [...known];
  const colours = colourSlots([...known.map(({ name }) => name), ...names.toSorted()], known);
  for (const name of names) {
    if (types.some((type) => type.name === name)) continue;
    const key = KEYS.find((free) => types.every((type) => type.key !== free));
    types.push({ name, colour: colours.get(name)!, key });
  }
  return types;
}

export function emptySet(name: string, types: readonly SpanType[] = DEFAULT_TYPES): AnnotationSet {
  return { name, types, guidelines: '', sentences: [] };
}

/** The set after an action. */
export function reduce(set: AnnotationSet, action: Action): AnnotationSet {
  switch (action.kind) {
    case 'import':
      return withImported(set, action.sentences);
    case 'edit': {
      const sentences = [...set.sentences];
      for (const edit of action.edits) {
        const sentence = sentences[edit.id];
        if (sentence !== undefined) sentences[edit.id] = edited(sentence, edit); // another page may have undone its import
      }
      return { ...set, sentences };
    }
    case 'types':
      return withTypes(set, action.types, action.renamed ?? {});
    case 'describe':
      return { ...set, name: action.name ?? set.name, guidelines: action.guidelines ?? set.guidelines };
    default:
      return action satisfies never;
  }
}

/** Spans of types that the set does not have add them. */
function withImported(set: AnnotationSet, added: readonly NewSentence[]): AnnotationSet {
  const { sentences } = set;
  const documents = (sentences.at(-1)?.source.document ?? -1) + 1;
  const imported = added.map((sentence, i): AnnotatedSentence => {
    const { file, line, document } = sentence.source;
    const source = { file, line, document: documents + document };
    return { ...sentence, id: sentences.length + i, refused: [], source };
  });
  const names = new Set(
    imported.flatMap(({ spans, predicted = [] }) => [...spans, ...predicted].map(({ type }) => type)),
  );
  return { ...set, types: spanTypes([...names], set.types), sentences: [...sentences, ...imported] };
}

function edited(sentence: AnnotatedSentence, { offsets, ...changes }: SentenceEdit): AnnotatedSentence {
  if (offsets === undefined) return { ...sentence, ...changes };
  const { predicted: _, ...others } = sentence; // of the previous tokens
  const tokens = offsets.map(({ start, end }) => sentence.text.slice(start, end));
  return { ...others, ...changes, offsets, tokens };
}

function withTypes(
  set: AnnotationSet,
  types: readonly SpanType[],
  renamed: Readonly<Record<string, string>>,
): AnnotationSet {
  const kept = new Set(types.map(({ name }) => name));
  const newName = (type: string) => (Object.hasOwn(renamed, type) ? renamed[type]! : type);
  const isSame = (span: Span) => kept.has(span.type) && newName(span.type) === span.type;
  const change = <S extends Span>(spans: readonly S[]): readonly S[] =>
    spans.every(isSame)
      ? spans
      : spans.map((span) => ({ ...span, type: newName(span.type) })).filter(({ type }) => kept.has(type));
  const sentences = set.sentences.map((sentence) => {
    const [spans, refused] = [change(sentence.spans), change(sentence.refused)];
    const predicted = sentence.predicted && change(sentence.predicted);
    return spans === sentence.spans && refused === sentence.refused && predicted === sentence.predicted
      ? sentence
      : { ...sentence, spans, refused, ...(predicted && { predicted }) };
  });
  return { ...set, types, sentences };
}
