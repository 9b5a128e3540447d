import type { Span } from '../../data/corpus.ts';
import { merged, movedTo, split } from './divide.ts';
import { OUTSIDE_TYPE } from '../rules/rule.ts';
import {
  documentsIn,
  spanTypes,
  type Action,
  type AnnotatedSentence,
  type AnnotationSet,
  type NewSentence,
  type SentenceEdit,
  type SpanType,
} from './set.ts';

/** The set after an action. */
export function reduce(set: AnnotationSet, action: Action): AnnotationSet {
  switch (action.kind) {
    case 'import':
      return withImported(set, action);
    case 'edit': {
      const sentences = [...set.sentences];
      for (const edit of action.edits) {
        const sentence = sentences[edit.id];
        if (sentence !== undefined) sentences[edit.id] = edited(sentence, edit); // its import may have been undone by another page
      }
      return { ...set, sentences };
    }
    case 'merge':
      return divided(set, action, merged(set.sentences, action.id));
    case 'split':
      return divided(set, action, split(set.sentences[action.id], action.at));
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

/** Adds sentences, and the types of their spans that the set lacks, also of refused ones. */
function withImported(
  set: AnnotationSet,
  { sentences: added, records = [] }: Extract<Action, { kind: 'import' }>,
): AnnotationSet {
  const { sentences } = set;
  const documents = documentsIn(set);
  const imported = added.map((sentence, i): AnnotatedSentence => {
    const source = { ...sentence.source, document: documents + sentence.source.document };
    return { refused: [], ...sentence, id: sentences.length + i, source };
  });
  const names = new Set(
    imported.flatMap(({ spans, predicted = [], refused }) =>
      [...spans, ...predicted, ...refused].map(({ type }) => type),
    ),
  );
  return {
    ...set,
    types: spanTypes([...names], set.types),
    records: [...set.records, ...records.map((record) => ({ ...record, document: documents + record.document }))],
    sentences: [...sentences, ...imported],
  };
}

/** The set with sentences in place of those that an action merges or splits. */
function divided(
  set: AnnotationSet,
  action: Extract<Action, { kind: 'merge' | 'split' }>,
  by: readonly NewSentence[] | undefined,
): AnnotationSet {
  if (by === undefined) return set; // its import may have been undone by another page
  const { id } = action;
  const sentences = [
    ...set.sentences.slice(0, id),
    ...by.map((sentence, i) => ({ refused: [], ...sentence, id: id + i })),
    ...set.sentences
      .slice(action.kind === 'merge' ? id + 2 : id + 1)
      .map((sentence) => ({ ...sentence, id: movedTo(action, sentence.id) })),
  ];
  return { ...set, sentences };
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
