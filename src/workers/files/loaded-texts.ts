import type { Problem } from '../../data/corpus.ts';
import { textOfBlocks } from '../../documents/document.ts';
import { openDocument } from '../../documents/registry.ts';
import { decodeText } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FileId, TextFile } from '../wire/payloads.ts';
import { Removable } from '../../lib/removable.ts';

/** A file of running text, or of a document, and its description. */
export interface ReadText {
  file: File;
  /** The text of a document; undefined: the file is text, which is read on demand. */
  text?: string;
  description: Omit<TextFile, 'id'>;
}

interface LoadedText extends ReadText {
  id: FileId;
}

/** @throws StudioError BadInput if the bytes are not text */
export function describeText(file: File, bytes: Uint8Array): ReadText {
  const { name, size } = file;
  const log = new ProblemLog(name);
  const text = decodeText(name, bytes, log);
  const characters = codePointOffsets(text)(text.length);
  return { file, description: { name, size, characters, problems: log.problems, moreProblems: log.more } };
}

/** @throws StudioError BadInput if the document cannot be read, or has no text */
export async function describeDocument(file: File, bytes: Uint8Array<ArrayBuffer>): Promise<ReadText> {
  const { name, size } = file;
  const { blocks, notes } = await openDocument({ name, bytes });
  const text = textOfBlocks(blocks);
  if (text.trim() === '') throw new StudioError('BadInput', `${name} has no text. ${notes.join(' ')}`.trim());
  const characters = codePointOffsets(text)(text.length);
  const problems = notes.map((note) => documentProblem(name, note));
  return { file, text, description: { name, size, characters, isDocument: true, problems, moreProblems: 0 } };
}

/** What could not be read of a document. */
export function documentProblem(file: string, message: string): Problem {
  return { file, line: 0, severity: 'warning', kind: 'document', message };
}

/** The loaded texts. */
export class LoadedTexts extends Removable<LoadedText> {
  describe(): TextFile[] {
    return this.entries.map(({ id, description }) => ({ id, ...description }));
  }

  /** Undefined if there is no such text. */
  file(id: FileId): File | undefined {
    return this.find(id)?.file;
  }

  async read(id: FileId): Promise<{ name: string; text: string }> {
    const loaded = this.find(id);
    if (loaded === undefined) throw new StudioError('BadInput', `Text ${id} is no longer loaded. Add it again.`);
    const { file, text } = loaded;
    if (text !== undefined) return { name: file.name, text };
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name: file.name, text: decodeText(file.name, bytes, new ProblemLog(file.name)) };
  }
}
