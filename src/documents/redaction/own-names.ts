import { readNames, requireNames, type NameFile } from '../../data/features/read-names.ts';

/** Names to put in the place of others, and what is to be said of their file. */
export interface OwnNameFile extends Pick<NameFile, 'problems' | 'moreProblems'> {
  names: string[];
}

/** Reads a list of names, of a type if the file has types. @throws StudioError BadInput if it has none, or is no list */
export function readOwnNames(file: string, bytes: Uint8Array, type: string): OwnNameFile {
  const read = readNames(file, bytes);
  requireNames(read);
  const ofType = read.lists.filter(({ name }) => name === type);
  const names = (ofType.length > 0 ? ofType : read.lists).flatMap((list) => list.names);
  return { names, problems: read.problems, moreProblems: read.moreProblems };
}
