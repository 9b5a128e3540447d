import type { TagScheme } from '../data/corpus.ts';
import type { FileRole } from '../data/files/file-roles.ts';
import type { SentenceWeights } from '../workers/wire/payloads.ts';
import type { AnyFile } from './stores/workspace.ts';

/** How a loaded file is used. All but the name are of corpora only. */
export interface FileUse {
  name: string;
  role?: FileRole | undefined;
  tagColumn?: number | undefined;
  scheme?: TagScheme | undefined;
  weights?: SentenceWeights | undefined;
}

export function useOf(file: AnyFile): FileUse {
  if (!('role' in file)) return { name: file.name };
  const { name, role, tagColumn, style, weights } = file;
  return { name, role, tagColumn, scheme: style.scheme, weights };
}

/** Names of the files that it was read from: an encoder has several. */
export function namesOf(file: AnyFile): string[] {
  return 'files' in file ? [file.name, ...file.files] : [file.name];
}

/** The use of each of them. */
export function usesOf(file: AnyFile): FileUse[] {
  return 'files' in file ? [...new Set(namesOf(file))].map((name) => ({ name })) : [useOf(file)];
}
