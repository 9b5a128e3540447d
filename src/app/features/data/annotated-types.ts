import { type CorpusOptions, DROPPED, UNKNOWN_TYPE } from '../../../data/corpus.ts';
import type { CorpusFile, CorpusReading } from '../../../workers/wire/payloads.ts';

/** Which types a file annotates, and what its own types are read as. */
export interface AnnotatedTypes {
  /** All types of the training and dev files as they are used, those of this file first. */
  types: readonly { type: string; isAnnotated: boolean }[];
  /** The types in the file, and what each is read as: a type, `DROPPED` or `UNKNOWN_TYPE`. */
  own: readonly { type: string; as: string }[];
  /** `PER, LOC`, `all types` */
  inWords: string;
}

type Types = Pick<CorpusFile, 'role' | 'reading'>;

export function annotatedTypes(file: Types, files: readonly Types[]): AnnotatedTypes {
  const { types: chosen } = file.reading.settings;
  const others = files.filter(({ role }) => role === 'train' || role === 'dev');
  const names = [...new Set([file, ...others].flatMap(usedTypes).concat(chosen ?? []))];
  const types = names.map((type) => ({ type, isAnnotated: chosen?.includes(type) ?? true }));
  const annotated = types.filter(({ isAnnotated }) => isAnnotated);
  return {
    types,
    own: ownTypes(file.reading),
    inWords: annotated.length === types.length ? 'all types' : annotated.map(({ type }) => type).join(', ') || 'none',
  };
}

/** The settings after a click on one of the types. If all types are annotated, so are those of files that are added later. */
export function withToggled({ types }: AnnotatedTypes, toggled: string): CorpusOptions {
  const chosen = types.filter(({ type, isAnnotated }) => (type === toggled ? !isAnnotated : isAnnotated));
  return { types: chosen.length === types.length ? undefined : chosen.map(({ type }) => type) };
}

/** The settings after a choice of what a type is read as. */
export function withTypeAs({ own }: AnnotatedTypes, type: string, as: string): CorpusOptions {
  const pairs = own.map((one) => (one.type === type ? { type, as } : one)).filter((one) => one.as !== one.type);
  return { typesAs: Object.fromEntries(pairs.map((one) => [one.type, one.as])) };
}

/** What a type can be read as. */
export function choicesFor(type: string, { types }: AnnotatedTypes): { value: string; label: string }[] {
  return [
    { value: type, label: type },
    ...types.flatMap((other) => (other.type === type ? [] : [{ value: other.type, label: other.type }])),
    { value: DROPPED, label: 'no entity' },
    { value: UNKNOWN_TYPE, label: 'unknown' },
  ];
}

function ownTypes({ types, settings }: CorpusReading): { type: string; as: string }[] {
  const typesAs = new Map(Object.entries(settings.typesAs ?? {}));
  return types.map((type) => ({ type, as: typesAs.get(type) ?? type }));
}

function usedTypes({ reading }: Types): string[] {
  return ownTypes(reading).flatMap(({ as }) => (as === DROPPED || as === UNKNOWN_TYPE ? [] : [as]));
}
