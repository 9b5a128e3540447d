/** The protocol between the page and the worker of documents. */
import type { EncodingReading, LegacyEncoding } from '../../data/encodings.ts';
import type { Block } from '../../documents/document.ts';
import type { Entity } from '../../documents/redaction/plan.ts';
import type { Ways } from '../../documents/redaction/redact-document.ts';
import type { OwnNameFile } from '../../documents/redaction/own-names.ts';
import type { OwnNames } from '../../documents/redaction/substitutes.ts';

export type DocumentRequests = {
  /** Loads the largest reader. */
  prepare: [params: undefined, result: void];
  /** Reports the first blocks of a long document before the others are read. */
  read: [params: { file: File; encoding?: LegacyEncoding | undefined }, result: DocumentText];
  /** The files of a zip archive, except hidden ones. */
  unpack: [params: { archive: File }, result: UnpackedDocument[]];
  /** The names of a list, of a type if it has types. */
  names: [params: { file: File; type: string }, result: OwnNameFile];
  /** Writes documents with their entities marked or replaced. Reports each as it is written. Cancellable. */
  write: [params: WritingRequest, result: WrittenDocuments];
  /** Puts the originals back into redacted documents. */
  restore: [params: { files: File[]; key: File; passphrase: string }, result: WrittenDocuments];
};

export type DocumentEvents = {
  /** First blocks of the document that is read. */
  begun: readonly Block[];
  /** Number of documents that were written. */
  written: number;
};

export interface UnpackedDocument {
  file: File;
  /** Why it cannot be unpacked; the file is then empty. */
  problem?: string;
}

export interface DocumentText {
  blocks: Block[];
  notes: string[];
  /** How its encoding was guessed, declared or chosen; undefined: it needs no choice. */
  encoding?: EncodingReading | undefined;
}

export interface WritingRequest {
  documents: {
    file: File;
    /** That was chosen. */
    encoding?: LegacyEncoding | undefined;
    entities: Entity[];
    /** What the model found, and a person refused. */
    rejected: Entity[];
  }[];
  ways: Ways;
  /** Names to replace others by. */
  names: OwnNames;
  /** For the key file; undefined: none is written. */
  passphrase: string | undefined;
  /** For the manifest. */
  head: ManifestHead;
}

/** What the results depend on besides the documents: the first line of the manifest. */
export interface ManifestHead {
  /** Undefined: entities were marked by hand only. */
  model: { name: string; sha256: string } | undefined;
  /** What the model found with a lower probability is doubtful. */
  threshold: number;
  /** Whether a person had to look at everything that is doubtful. */
  mustReview: boolean;
}

export interface WrittenDocuments {
  /** The documents with manifest and key, in a zip archive if there are several files; undefined: nothing was written. */
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } | undefined;
  /** Indices of the documents that were written. */
  written: readonly number[];
  /** Documents that were not written, or not restored as a whole, and why. */
  problems: { name: string; message: string }[];
}
