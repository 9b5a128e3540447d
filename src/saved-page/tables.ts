import { textAt } from '../data/corpora/json/values.ts';
import { describeTable, formOf } from '../data/corpora/texts/table-reading.ts';
import { readTextTable } from '../data/corpora/texts/text-table.ts';
import type { Document } from './documents.ts';
import { element, part } from './dom.ts';
import type { Records } from './files.ts';
import type { PageDocument } from './readers.ts';

/** Files whose contents are no running text. */
const STRUCTURED = /\.(csv|tsv|tab|jsonl?|ndjson|x?html?)$/i;

/** Reads tables of texts, and shows the first records of one, where the fields with the texts are chosen. */
export class Tables {
  readonly #root = part('records', HTMLDetailsElement);
  /** The fields that were chosen, by the form of the table. */
  readonly #chosen = new Map<string, readonly string[]>();
  readonly #onChoice: (document: Document, table: Records) => void;
  readonly #onWorkbook: (document: Document, workbook: PageDocument) => void;
  #shown: Records | undefined;

  /** @param onChoice called with the table to tag @param onWorkbook called with the workbook to tag as a document */
  constructor(
    onChoice: (document: Document, table: Records) => void,
    onWorkbook: (document: Document, workbook: PageDocument) => void,
  ) {
    this.#onChoice = onChoice;
    this.#onWorkbook = onWorkbook;
  }

  /** @returns no table for running text; a problem if the file is neither */
  read(file: string, bytes: Uint8Array): { table?: Records; problem?: string } {
    try {
      const table = readTextTable(file, bytes);
      if (table !== undefined && table.records.length > 0) {
        const chosen = this.#chosen.get(formOf(table));
        const problem = table.problems[0] && `${file}: ${table.problems[0].message}`;
        return { table: { ...(chosen ? withFields(table, chosen) : table), found: [] }, ...(problem && { problem }) };
      }
      return STRUCTURED.test(file) ? { problem: `Skipped: ${file} has no column or field of texts.` } : {};
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Shows the first records of a table; hidden for other texts. */
  show(document: Document | undefined): void {
    const { table } = document ?? {};
    this.#root.hidden = table === undefined || table.names.length < 2;
    if (table === this.#shown) return;
    this.#shown = table;
    if (document === undefined || table === undefined) return;
    if (table.others.length > 0) this.#root.open = true;
    const { names, textFields, reason, rows } = describeTable(table);
    const head = names.map((name) => {
      const input = element('input', {
        type: 'checkbox',
        checked: textFields.includes(name),
        ariaLabel: `${name} is a text`,
      });
      input.addEventListener('change', () => {
        const next = names.filter((other) => (other === name ? input.checked : textFields.includes(other)));
        if (next.length === 0) input.checked = true;
        else this.#choose(document, table, next);
      });
      return element('th', { scope: 'col' }, name, element('label', {}, input, 'text'));
    });
    const body = rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', { dir: 'auto' }, cell))));
    part('fields', HTMLElement).textContent = `Texts: ${textFields.join(', ')}`;
    part('rows', HTMLElement).replaceChildren(
      element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...body)),
    );
    const reasons = `The texts are ${reason}. Every record keeps its other fields. `;
    part('reason', HTMLElement).replaceChildren(reasons, ...this.#asDocument(document));
  }

  /** A button for a workbook, which is saved as a table unless it is read as a document. */
  #asDocument(document: Document): HTMLElement[] {
    const { workbook } = document;
    if (workbook === undefined) return [];
    const button = element('button', { type: 'button' }, 'Read as a document');
    button.addEventListener('click', () => this.#onWorkbook(document, workbook));
    return [button];
  }

  #choose(document: Document, table: Records, names: readonly string[]): void {
    this.#chosen.set(formOf(table), names);
    this.#onChoice(document, { ...withFields(table, names), found: [] });
  }
}

function withFields<Table extends Records | Omit<Records, 'found'>>(
  table: Table,
  textFields: readonly string[],
): Table {
  const records = table.records.map((record) => ({
    ...record,
    texts: textFields.map((name) => textAt(record.value, name)),
  }));
  return { ...table, textFields, records, reason: `${textFields.join(', ')} as chosen` };
}
