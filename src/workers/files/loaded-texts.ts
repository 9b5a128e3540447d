import { decodeText } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FileId, TextFile } from '../wire/payloads.ts';
import { Removable } from '../../lib/removable.ts';

/** A file of running text and its description. The text is read on demand. */
export interface ReadText {
  file: File;
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
    const file = this.file(id);
    if (file === undefined) throw new StudioError('BadInput', `Text ${id} is no longer loaded. Add it again.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name: file.name, text: decodeText(file.name, bytes, new ProblemLog(file.name)) };
  }
}
