import { importFile } from '../../annotation/exchange/import-file.ts';
import type { ImportedTexts } from '../../annotation/exchange/import-texts.ts';
import { packSentences } from '../../annotation/sets/packed-sentences.ts';
import { documentsIn, type NewSentence } from '../../annotation/sets/set.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { sniff } from '../../data/files/sniff.ts';
import { listPackedFiles, type PackedFile } from '../../data/files/unpack-zip.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { TextsToAnnotate } from '../wire/payloads.ts';

/** A file with texts, and which fields of its records have them, if that was chosen. */
export interface TextSource {
  file: File;
  textFields?: readonly string[] | undefined;
  /** Of text that is neither UTF-8 nor UTF-16, if it was chosen. */
  encoding?: LegacyEncoding | undefined;
}

type PackedText = PackedFile & Omit<TextSource, 'file'>;

/**
 * Reads text to annotate: texts, corpora, documents of other programs, and zip archives of these. A file without text is rejected.
 *
 * @throws StudioError Cancelled
 */
export async function readTexts(sources: readonly TextSource[], signal: AbortSignal): Promise<TextsToAnnotate> {
  const sentences: NewSentence[] = [];
  const read: Omit<TextsToAnnotate, 'sentences'> = {
    records: [],
    problems: [],
    moreProblems: 0,
    rejected: [],
  };
  const add = (imported: ImportedTexts) => {
    const documents = documentsIn({ sentences, records: read.records });
    for (const record of imported.records) read.records.push({ ...record, document: documents + record.document });
    for (const sentence of imported.sentences) {
      const { source } = sentence;
      sentences.push({ ...sentence, source: { ...source, document: documents + source.document } });
    }
    read.problems.push(...imported.problems);
    read.moreProblems += imported.moreProblems;
  };
  const addAll = async (packed: readonly PackedText[], isArchive: boolean): Promise<void> => {
    for (const { name, open, ...chosen } of packed) {
      throwIfAborted(signal);
      try {
        const file = await open();
        const inside = await archived(file, signal);
        if (inside === undefined) add(await importFile(file, chosen));
        else if (isArchive) throw new StudioError('BadInput', `It is a zip file inside another one. Unpack it first.`);
        else await addAll(inside, true);
      } catch (error) {
        throwIfAborted(signal);
        read.rejected.push({ name, error: serializeError(error) });
      }
    }
  };
  await addAll(
    sources.map(({ file, ...chosen }) => ({ name: file.name, open: () => Promise.resolve(file), ...chosen })),
    false,
  );
  return { ...read, sentences: packSentences(sentences) };
}

/** The files of a zip archive; undefined if the file is none. @throws StudioError BadInput */
async function archived(file: File, signal: AbortSignal): Promise<readonly PackedFile[] | undefined> {
  if (!/\.zip$/i.test(file.name)) return undefined;
  const found = await sniff(file);
  if (found.kind !== 'archive') return undefined;
  if (found.entries.length === 0) throw new StudioError('BadInput', `${file.name} has no files.`);
  return listPackedFiles(file, found.entries, { signal, onBytes: () => undefined });
}
