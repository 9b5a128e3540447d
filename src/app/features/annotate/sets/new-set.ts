import type { FileId, Workspace } from '../../../../workers/wire/payloads.ts';

/** Parses a list of types from one line. */
export function typesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))];
}

/** The default name of a set from these files. */
export function nameOf(files: readonly { name: string }[]): string {
  return files[0]?.name.replace(/\.[^.]*$/, '') ?? 'My annotations';
}

/** The loaded files that can be annotated: all except the sample. */
export function loadedTexts({ files, texts }: Pick<Workspace, 'files' | 'texts'>): { id: FileId; name: string }[] {
  return [...texts, ...files.filter(({ isSample }) => !isSample)].map(({ id, name }) => ({ id, name }));
}
