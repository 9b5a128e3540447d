import type { LegacyEncoding } from '../data/encodings.ts';
import { type Block, type OpenedDocument, textOfBlocks, writingNotes } from '../documents/document.ts';
import { rangeInBlocks } from '../documents/joined-text.ts';
import { KeyFile, type KeyDocument } from '../documents/redaction/key.ts';
import type { Entity as BlockEntity } from '../documents/redaction/plan.ts';
import { Pseudonyms } from '../documents/redaction/pseudonyms.ts';
import { redactDocument, type ManifestEntry, type Way } from '../documents/redaction/redact-document.ts';
import { replacedInFile, restoreText } from '../documents/redaction/restore.ts';
import { formatOf, openDocument } from '../documents/registry.ts';
import { StudioError } from '../lib/errors.ts';
import { nameOfSource, openSource, type FileSource } from './files.ts';

/** A document that was read. */
export interface TextDocument {
  readonly name: string;
  /** `word`, `openDocument`, `workbook`, `mail`, `pdf`, `html`, `markdown`, `text`. */
  readonly format: string;
  /** Its paragraphs, with blank lines between them. Offsets of entities count its UTF-16 code units, as those of a `Tagger` do. */
  readonly text: string;
  /** Paragraphs, cells or header lines, with their places: `page 2`, `Sheet1!B3`. */
  readonly paragraphs: readonly Block[];
  /** What was not read: `1 image was not looked at.` */
  readonly notes: readonly string[];
}

/** An entity of the text of a document, such as a `Tagger` finds. */
export interface DocumentEntity {
  type: string;
  start: number;
  end: number;
  /** Default: 1. */
  probability?: number;
}

/** How a document is written. */
export interface WritingOptions {
  /** What becomes of entities. Default: `label`. */
  as?: Way;
  /** What becomes of the entities of some types: `{ PER: 'pseudonym', LOC: 'keep' }`. */
  byType?: Readonly<Record<string, Way>>;
  /** Shared by the documents of a project, whose pseudonyms are then the same. Default: one for this document. */
  project?: RedactionProject;
}

/** A document that was written. */
export interface WrittenDocument {
  /** That of the document, with another extension if its format cannot be written. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** What was marked or replaced, without the names themselves. */
  entities: ManifestEntry[];
  /** What is to be said of it: what was not read, and why the result is of another format. */
  notes: string[];
}

/** The pseudonyms of several documents, and their key file. */
export interface RedactionProject {
  /** The encrypted key file so far, for `restoreDocument`; undefined: no passphrase was given. */
  readonly keyFile: string | undefined;
}

const opened = new WeakMap<TextDocument, OpenedDocument>();

/** @throws StudioError BadInput */
export async function readDocumentFile(source: FileSource, encoding?: LegacyEncoding): Promise<TextDocument> {
  const file = await openSource(source);
  const name = file.name.replace(/^.*[\\/]/, '');
  const contents = { name, bytes: new Uint8Array(await file.arrayBuffer()), encoding };
  const document = await openDocument(contents);
  const { blocks, notes } = document;
  const read: TextDocument = {
    name,
    format: await formatOf(contents),
    text: textOfBlocks(blocks),
    paragraphs: blocks.map(({ text, place, isHidden }) => ({ text, place, ...(isHidden && { isHidden }) })),
    notes,
  };
  opened.set(read, document);
  return read;
}

/** A project whose key file grows with each document. */
class Project implements RedactionProject {
  readonly pseudonyms: Pseudonyms;
  readonly #key: KeyFile | undefined;
  keyFile: string | undefined;

  constructor(key?: KeyFile, keyFile?: string, documents: readonly KeyDocument[] = []) {
    this.#key = key;
    this.keyFile = keyFile;
    this.pseudonyms = new Pseudonyms(documents.flatMap((document) => document.pseudonyms));
  }

  async add(name: string, replaced: Awaited<ReturnType<typeof redactDocument>>['replaced']): Promise<void> {
    if (this.#key === undefined) return;
    this.keyFile += await this.#key.add({ name, replaced, pseudonyms: this.pseudonyms.takeFresh() });
  }
}

/** @throws StudioError BadInput if the key cannot be opened */
export async function openProject(
  passphrase: string | undefined,
  key: FileSource | undefined,
): Promise<RedactionProject> {
  if (passphrase === undefined) return new Project();
  if (key === undefined) {
    const created = await KeyFile.create(passphrase);
    return new Project(created.key, created.head);
  }
  const text = await (await openSource(key)).text();
  const complete = text.slice(0, text.lastIndexOf('\n') + 1); // the last line may be written only in part
  const opened = await KeyFile.read(nameOfSource(key), complete, passphrase);
  return new Project(opened.key, complete, opened.documents);
}

/** @throws StudioError BadInput if a name is still in the result, or entities overlap */
export async function write(
  document: TextDocument,
  entities: readonly DocumentEntity[],
  { as = 'label', byType = {}, project = new Project() }: WritingOptions,
): Promise<WrittenDocument> {
  const source = opened.get(document);
  if (source === undefined || !(project instanceof Project))
    throw new StudioError('BadInput', 'Expected a document from readDocument and a project from redactionProject.');
  const inBlocks = rangeInBlocks(source.blocks);
  const inOrder = entities.toSorted((a, b) => a.start - b.start);
  const found = inOrder.map(({ type, start, end, probability = 1 }, i): BlockEntity => {
    const range = inBlocks(start, end);
    const isWithin = end > start && range.end <= (source.blocks[range.block]?.text.length ?? 0);
    if (!isWithin || (i > 0 && inOrder[i - 1]!.end > start))
      throw new StudioError(
        'BadInput',
        `${type} ${start}–${end} in ${document.name} is not within one paragraph, or overlaps another entity.`,
      );
    return { ...range, type, probability, by: 'model' };
  });
  const written = await redactDocument(source, found, { others: as, byType }, project.pseudonyms);
  const name = document.name.replace(/\.[^.]*$/, '') + written.extension;
  await project.add(name, written.replaced);
  return { name, bytes: written.bytes, entities: written.entities, notes: writingNotes(source) };
}

/** A document with its names put back. */
export interface RestoredDocument {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  restored: number;
  /** Replacements that stay: the text was edited and the key has several names for them, or the key has none. */
  unknown: number;
}

/** @throws StudioError BadInput if the key cannot be opened */
export async function restore(source: FileSource, key: FileSource, passphrase: string): Promise<RestoredDocument> {
  const document = await readDocumentFile(source);
  const { documents } = await KeyFile.read(nameOfSource(key), await (await openSource(key)).text(), passphrase);
  const { edits, unknown, lacking } = restoreText(
    document.paragraphs,
    replacedInFile(documents, document.name, document.paragraphs),
  );
  const { bytes } = opened.get(document)!.write(edits);
  return { name: document.name, bytes, restored: edits.length, unknown: unknown.length + lacking.length };
}
