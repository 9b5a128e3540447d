import { decodeText } from '../../data/files/decode-text.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { StudioError } from '../../lib/errors.ts';
import type { FileId, TextFile } from '../wire/payloads.ts';

/** A file of running text and its description. The text is read from the file when it is needed. */
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
export class LoadedTexts {
  #texts: LoadedText[] = [];
  /** Texts that can be restored. */
  #removed: LoadedText[] = [];

  add(id: FileId, text: ReadText): void {
    this.#texts.push({ id, ...text });
  }

  remove(id: FileId): void {
    this.#removed.push(...this.#texts.filter((text) => text.id === id));
    this.#texts = this.#texts.filter((text) => text.id !== id);
  }

  restore(ids: readonly FileId[]): void {
    this.#texts.push(...this.#removed.filter(({ id }) => ids.includes(id)));
    this.discard(ids);
  }

  discard(ids: readonly FileId[]): void {
    this.#removed = this.#removed.filter(({ id }) => !ids.includes(id));
  }

  describe(): TextFile[] {
    return this.#texts.map(({ id, description }) => ({ id, ...description }));
  }

  /** Undefined if there is no such text. */
  file(id: FileId): File | undefined {
    return this.#texts.find((candidate) => candidate.id === id)?.file;
  }

  async read(id: FileId): Promise<{ name: string; text: string }> {
    const file = this.file(id);
    if (file === undefined) throw new StudioError('BadInput', `Text ${id} is no longer loaded. Add it again.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name: file.name, text: decodeText(file.name, bytes, new ProblemLog(file.name)) };
  }
}
