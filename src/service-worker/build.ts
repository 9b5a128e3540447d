/** A file of the studio. */
export interface BuiltFile {
  /** Relative to the folder of the studio: `assets/index-1a2b.js`. */
  path: string;
  /** A checksum of its contents. */
  revision: string;
}

/** What a build of the studio consists of. */
export interface Build {
  /** A checksum of all files. */
  version: string;
  files: BuiltFile[];
  /** The script that the page of this version starts with: a page without it is of another version. */
  entry: string;
  /** Sent along with every file. */
  headers: Record<string, string>;
}

/** The page, which addresses without a file name mean. */
export const PAGE = 'index.html';
