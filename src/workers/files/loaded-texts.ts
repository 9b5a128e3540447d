import { formOf, withTextFields } from '../../data/corpora/texts/table-reading.ts';
import type { TextTable } from '../../data/corpora/texts/text-table.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { StudioError } from '../../lib/errors.ts';
import { Removable } from '../../lib/removable.ts';
import type { FileId, TextFile } from '../wire/payloads.ts';
import type { LoadedText } from './read-texts.ts';

/** The loaded texts. */
export class LoadedTexts extends Removable<LoadedText> {
  /** The text fields that were chosen, by the form of their table. */
  readonly #chosen = new Map<string, readonly string[]>();

  override add(...texts: readonly LoadedText[]): void {
    super.add(...texts);
    for (const text of texts) this.#chooseAgain(text);
  }

  /** The text fields that were chosen for another table of its form. */
  #chooseAgain(text: LoadedText): void {
    const { table } = text.description;
    const chosen = table && this.#chosen.get(formOf(table));
    if (chosen !== undefined) setFields(text, chosen);
  }

  describe(): TextFile[] {
    return this.entries.map(({ id, description }) => ({ id, ...description }));
  }

  /** Undefined if there is no such text. */
  file(id: FileId): File | undefined {
    return this.find(id)?.file;
  }

  /** What was chosen of a text: the text fields of a table, the encoding. */
  choices(id: FileId): { textFields?: readonly string[] | undefined; encoding?: LegacyEncoding | undefined } {
    const { table, encoding } = this.find(id)?.description ?? {};
    return { textFields: table?.textFields, encoding: encoding?.chosen };
  }

  /** Chooses the text fields of a table, of all of its form, and of those that are added later. @throws StudioError BadInput */
  chooseFields(id: FileId, names: readonly string[]): void {
    const chosen = this.#entry(id);
    setFields(chosen, names);
    const form = formOf(chosen.description.table!);
    this.#chosen.set(form, names);
    for (const text of this.entries) {
      const { table } = text.description;
      if (table !== undefined && formOf(table) === form) setFields(text, names);
    }
  }

  /** @throws StudioError BadInput if the file is not text in this encoding */
  async chooseEncoding(id: FileId, encoding: LegacyEncoding | undefined): Promise<void> {
    const text = this.#entry(id);
    const { reread } = await import('./read-texts.ts');
    Object.assign(text, await reread(text, encoding));
    this.#chooseAgain(text);
  }

  /** @returns the table, if the file has records */
  async read(id: FileId): Promise<{ name: string; text: string; table: TextTable | undefined }> {
    const { readLoaded } = await import('./read-texts.ts');
    return readLoaded(this.#entry(id));
  }

  #entry(id: FileId): LoadedText {
    const entry = this.find(id);
    if (entry === undefined) throw new StudioError('BadInput', `Text ${id} is no longer loaded. Add it again.`);
    return entry;
  }
}

function setFields(text: LoadedText, names: readonly string[]): void {
  const { name, table } = text.description;
  if (table === undefined || names.length === 0) {
    throw new StudioError('BadInput', `Expected a field with texts of ${name}. Choose one of its fields.`);
  }
  text.description = { ...text.description, table: withTextFields(name, table, names) };
}
