import { DEFAULT_TYPES, typesFor, type NewSentence, type SpanType } from '../../../../annotation/sets/set.ts';
import type { FileId, ModelInfo, Workspace } from '../../../../workers/wire/payloads.ts';

/** Parses a list of types from one line. */
export function typesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
}

/** The types of a new set unless its text has others: those of the model in use, if they can be written in one line. */
export function usualTypes(model: Pick<ModelInfo, 'predicts' | 'entityTypes'> | undefined): readonly SpanType[] {
  const types = model?.predicts === 'entities' ? model.entityTypes : [];
  return types.some((type) => typesIn(type)[0] !== type) ? DEFAULT_TYPES : typesFor(types);
}

/** The types of a new set of sentences. */
export function typesOf(
  sentences: readonly Pick<NewSentence, 'spans' | 'predicted' | 'refused'>[],
  model: Parameters<typeof usualTypes>[0],
): readonly SpanType[] {
  const spans = sentences.flatMap(({ spans, predicted = [], refused = [] }) => [...spans, ...predicted, ...refused]);
  return typesFor(
    spans.map(({ type }) => type),
    usualTypes(model),
  );
}

/** The default name of a set from these files. */
export function nameOf(files: readonly { name: string }[]): string {
  return files[0]?.name.replace(/\.[^.]*$/, '') ?? 'My annotations';
}

/** The loaded files that can be annotated: all except the sample. */
export function loadedTexts({ files, texts }: Pick<Workspace, 'files' | 'texts'>): { id: FileId; name: string }[] {
  return [...texts, ...files.filter(({ isSample }) => !isSample)].map(({ id, name }) => ({ id, name }));
}
