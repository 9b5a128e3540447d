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
  /** The entry script of this version's page. A page without it belongs to another version. */
  entry: string;
  /** Headers of every response. */
  headers: Record<string, string>;
}

/** The page, which is served for URLs without a file name. */
export const PAGE = 'index.html';
