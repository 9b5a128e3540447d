import { appendFile, rename, writeFile } from 'node:fs/promises';
import { dirname, parse, join } from 'node:path';
import { EntityTable, type TableEntity } from '../../documents/entity-table.ts';
import { exists, failedTo, makeFolder, writeAtomically } from '../files.ts';
import { text } from '../parsing/flags.ts';
import { linesOf } from '../inputs/line-file.ts';

export const TABLE = text(
  'FILE',
  'write one table of all entities to FILE (CSV): document, page or paragraph, offsets, text, type, probability, who found it, and the name without case and accents; and their counts by type and name to FILE with .counts.csv. Offsets count Unicode code points in the text, in which blank lines separate paragraphs',
);

/** Characters of lines that are written together. */
const MOST_KEPT = 1 << 20;

/** A table of entities that grows with each document, and the counts of their names beside it. */
export class EntityTableFile {
  readonly #path: string;
  readonly #table = new EntityTable();

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Begins a table. Of one that is there, the lines of documents that are done stay.
   *
   * @throws StudioError BadInput if it cannot be written
   */
  static async open(path: string, isDone: (document: string) => boolean): Promise<EntityTableFile> {
    const file = new EntityTableFile(path);
    await makeFolder(dirname(path));
    const rest = `${path}.new`;
    try {
      await writeFile(rest, EntityTable.header);
      if (await exists(path)) await file.#keep(rest, isDone);
      await rename(rest, path);
    } catch (error) {
      throw failedTo('write', path, error);
    }
    return file;
  }

  async #keep(rest: string, isDone: (document: string) => boolean): Promise<void> {
    let kept = '';
    let isHead = true;
    for await (const line of linesOf(this.#path)) {
      if (isHead) isHead = false;
      else if (this.#table.addLine(line, isDone)) kept += `${line}\n`;
      if (kept.length > MOST_KEPT) {
        await appendFile(rest, kept);
        kept = '';
      }
    }
    await appendFile(rest, kept);
  }

  async add(document: string, entities: readonly TableEntity[]): Promise<void> {
    if (entities.length > 0) await appendFile(this.#path, this.#table.add(document, entities));
  }

  /** Writes the counts. @returns their path */
  async close(): Promise<string> {
    const { dir, name, ext } = parse(this.#path);
    const path = join(dir, `${ext === '.csv' ? name : name + ext}.counts.csv`);
    await writeAtomically(path, this.#table.counts());
    return path;
  }
}
