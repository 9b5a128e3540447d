import type { Span } from '../data/corpus.ts';
import type { TokenOffsets } from '../data/corpora/json-entities.ts';
import { OUTSIDE_TYPE, type Rule } from './rules/rule.ts';
import { colourSlots } from './type-colours.ts';

/** A text that is annotated by a person, sentence by sentence. Immutable: an action gives a new set (`reduce`). */
export interface AnnotationSet {
  name: string;
  types: readonly SpanType[];
  /** Annotation guidelines: what counts as a span of which type. */
  guidelines: string;
  /** Label open sentences before there is a model. */
  rules: readonly Rule[];
  /** In document order. */
  sentences: readonly AnnotatedSentence[];
}

/** A type of spans. */
export interface SpanType {
  /** Unique in the set, not empty. */
  name: string;
  /** Slot in the page's palette. */
  colour: number;
  /** Shortcut key, `1` to `9`, unique in the set; undefined if it has none. */
  key: string | undefined;
}

export interface AnnotatedSentence {
  /** Index in `AnnotationSet.sentences`. It never changes. */
  id: number;
  text: string;
  /** [T] */
  tokens: readonly string[];
  /** [T] */
  offsets: readonly TokenOffsets[];
  /** Decided by a person. In order, not overlapping. */
  spans: readonly Span[];
  /** Suggestions that the user has refused. They are not suggested again. */
  refused: readonly Span[];
  state: SentenceState;
  source: SentenceSource;
  /** Imported predictions of another program. In order, not overlapping. */
  predicted?: readonly PredictedSpan[];
}

export interface PredictedSpan extends Span {
  /** In [0, 1]; undefined if the file has none. */
  probability: number | undefined;
}

/** `accepted`: all entities are marked, so it may be trained on. `skipped`: unusable. `flagged`: to be discussed. */
export type SentenceState = (typeof STATES)[number];

export const STATES = ['open', 'accepted', 'skipped', 'flagged'] as const;

export interface SentenceSource {
  file: string;
  /** 1-based line on which the sentence starts. */
  line: number;
  /** 0-based index of the document in the set. The sentences of a document are consecutive. */
  document: number;
}

/** A sentence before it is part of a set. */
export type NewSentence = Omit<AnnotatedSentence, 'id' | 'refused'>;

/** User actions on a set. Actions are stored in this form, so new fields must be optional. */
export type Action =
  /** Appends sentences; `document` of their source is 0-based within the action. */
  | { kind: 'import'; sentences: readonly NewSentence[] }
  | { kind: 'edit'; edits: readonly SentenceEdit[] }
  /** Replaces the types. `renamed`: new names by old names; spans of removed types are removed. */
  | { kind: 'types'; types: readonly SpanType[]; renamed?: Readonly<Record<string, string>> }
  | { kind: 'describe'; name?: string; guidelines?: string }
  /** Replaces the rules; adds their types. */
  | { kind: 'rules'; rules: readonly Rule[] };

/** The changed fields of a sentence. */
export interface SentenceEdit {
  id: number;
  spans?: readonly Span[];
  refused?: readonly Span[];
  state?: SentenceState;
  /** Offsets of new tokens, if the text was split again; `spans` and `refused` then refer to the new tokens. */
  offsets?: readonly TokenOffsets[];
  /** In a set of a project: the edits of other writers that this one was made in knowledge of, by id. */
  over?: readonly string[];
  /** In a set of a project: the edit takes over what others have annotated, so it is not one of this writer's own. */
  isAdopted?: boolean;
}

/** Keys of types, in the order in which they are assigned. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export const DEFAULT_TYPES: readonly SpanType[] = spanTypes(['PER', 'ORG', 'LOC', 'MISC']);

/** The types of a new set if none are given: those of its sentences, or the default ones. */
export function typesFor(sentences: readonly Pick<NewSentence, 'spans' | 'predicted'>[]): readonly SpanType[] {
  const found = sentences.flatMap(({ spans, predicted = [] }) => [...spans, ...predicted]);
  const isUsual = found.every(({ type }) => DEFAULT_TYPES.some(({ name }) => name === type));
  return isUsual ? DEFAULT_TYPES : spanTypes([...new Set(found.map(({ type }) => type))]);
}

/** Creates types with the first free keys in order, and with the same colours as the types of a trained model. */
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
  return { name, types, guidelines: '', rules: [], sentences: [] };
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
        if (sentence !== undefined) sentences[edit.id] = edited(sentence, edit); // its import may have been undone by another page
      }
      return { ...set, sentences };
    }
    case 'types':
      return withTypes(set, action.types, action.renamed ?? {});
    case 'describe':
      return { ...set, name: action.name ?? set.name, guidelines: action.guidelines ?? set.guidelines };
    case 'rules': {
      const named = action.rules.map(({ type }) => type).filter((type) => type !== OUTSIDE_TYPE);
      return { ...set, rules: action.rules, types: spanTypes([...new Set(named)], set.types) };
    }
    default:
      return action satisfies never;
  }
}

/** Adds sentences, and the types of their spans that the set lacks. */
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

function edited(sentence: AnnotatedSentence, edit: SentenceEdit): AnnotatedSentence {
  const { offsets, over: _over, isAdopted: _isAdopted, ...changes } = edit;
  if (offsets === undefined) return { ...sentence, ...changes };
  const { predicted: _, ...others } = sentence; // predictions refer to the previous tokens
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
  const rules = set.rules
    .map((rule) => ({ ...rule, type: newName(rule.type) }))
    .filter(({ type }) => type === OUTSIDE_TYPE || types.some(({ name }) => name === type));
  return { ...set, types, rules, sentences };
}
