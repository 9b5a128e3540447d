import type { ArchivedFile } from '../../data/files/unpack-zip.ts';

/** An input to tag: a file, or standard input. */
export interface TagInput {
  /** Name in messages and results. */
  name: string;
  path: string | undefined;
  /** Path relative to the given folder or archive, or its name. */
  within: string;
  /** It is a file in the zip archive at `path`. */
  packed?: ArchivedFile;
}
