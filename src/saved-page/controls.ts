import { ofTagged, type Document, type Documents } from './documents.ts';
import { element, part, saveFile } from './dom.ts';
import { changedTable, entitiesCsv, entitiesJson, tableCsv, type TaggedDocument } from './files.ts';
import type { Look } from './output.ts';
import { Pseudonyms } from '../documents/redaction/pseudonyms.ts';
import { redact, type Found, type View } from './redact.ts';

/** Views, types, copying and saving. */
export class Controls {
  readonly #root = part('controls', HTMLElement);
  readonly #counts = new Map<string, HTMLElement>();
  readonly #hidden = new Set<string>();
  readonly #pseudonyms = new Pseudonyms();
  readonly #documents: Documents;
  readonly #shown: () => Document | undefined;
  readonly #threshold = part('threshold', HTMLInputElement);
  #view: View = 'marks';

  /** @param onLook called when the display of the entities changes */
  constructor(types: readonly string[], documents: Documents, shown: () => Document | undefined, onLook: () => void) {
    this.#documents = documents;
    this.#shown = shown;
    this.#threshold.addEventListener('input', () => {
      delete this.#threshold.dataset['exact'];
      this.update(this.#shown());
      onLook();
    });
    for (const input of this.#root.querySelectorAll<HTMLInputElement>('input[name="view"]')) {
      input.addEventListener('change', () => {
        this.#view = input.value as View;
        this.#label();
        onLook();
      });
    }
    part('types', HTMLElement).append(...types.map((type) => this.#typeSwitch(type, onLook)));
    part('copy', HTMLButtonElement).addEventListener('click', () => void this.#copy());
    part('text', HTMLButtonElement).addEventListener('click', () => void this.#saveTexts());
    part('csv', HTMLButtonElement).addEventListener('click', () => {
      saveFile('entities.csv', entitiesCsv(this.#selected()), 'text/csv');
    });
    part('table', HTMLButtonElement).addEventListener('click', () => this.#saveTable());
    part('json', HTMLButtonElement).addEventListener('click', () => {
      saveFile('entities.json', entitiesJson(this.#selected()), 'application/json');
    });
    this.#label();
  }

  get look(): Look {
    const threshold = Number(this.#threshold.dataset['exact'] ?? this.#threshold.value);
    return { view: this.#view, hidden: this.#hidden, pseudonyms: this.#pseudonyms, threshold };
  }

  /** Shows the counts of a document. */
  update(shown: Document | undefined): void {
    this.#root.hidden = shown === undefined;
    part('table', HTMLButtonElement).hidden = shown?.table === undefined;
    const { threshold } = this.look;
    const doubtful = (shown?.entities ?? []).filter(({ probability }) => probability < threshold).length;
    part('below', HTMLElement).textContent = `${threshold.toFixed(2)} (${doubtful.toLocaleString('en')} here)`;
    const isOpened = this.#documents.list.some(({ opened }) => opened !== undefined);
    part('text', HTMLButtonElement).textContent = isOpened ? 'Save documents' : 'Save text';
    const counts = new Map<string, number>();
    for (const { type } of shown?.entities ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
    for (const [type, count] of this.#counts) count.textContent = (counts.get(type) ?? 0).toLocaleString('en');
  }

  #typeSwitch(type: string, onLook: () => void): HTMLElement {
    const count = element('span', { className: 'count' }, '0');
    this.#counts.set(type, count);
    const input = element('input', { type: 'checkbox', checked: true });
    input.addEventListener('change', () => {
      if (input.checked) this.#hidden.delete(type);
      else this.#hidden.add(type);
      onLook();
    });
    const label = element('label', {}, input, type, count);
    label.dataset['entity'] = type;
    return label;
  }

  /** Labels the Copy button: what it copies depends on the view. */
  #label(): void {
    part('copy', HTMLButtonElement).textContent = this.#view === 'marks' ? 'Copy list' : 'Copy text';
  }

  async #copy(): Promise<void> {
    const button = part('copy', HTMLButtonElement);
    const [document] = this.#tagged([this.#shown()].filter((shown) => shown !== undefined));
    if (document === undefined) return;
    const copied =
      this.#view === 'marks'
        ? this.#visible(document)
            .entities.map(({ type, text }) => `${type}\t${text.replaceAll(/\s+/g, ' ')}\n`)
            .join('')
        : this.#redacted(document);
    const isCopied = await navigator.clipboard.writeText(copied).then(
      () => true,
      () => false, // the user may deny the permission
    );
    button.textContent = isCopied ? 'Copied' : 'Not allowed';
    setTimeout(() => this.#label(), 1500);
  }

  /** Saves each text as it is shown, tables as CSV, documents in their formats. */
  async #saveTexts(): Promise<void> {
    const notice = part('notice', HTMLElement);
    for (const document of this.#tagged(this.#documents.list)) {
      const name = stemOf(document);
      const suffix = this.#view === 'marks' ? '' : '.redacted';
      const { table, entities } = this.#visible(document);
      const { opened } = document;
      if (opened !== undefined) {
        try {
          const { bytes, extension } = await opened.write(entities, this.#view, this.#pseudonyms);
          saveFile(`${name}${suffix || '.marked'}${extension}`, bytes, 'application/octet-stream');
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          notice.textContent += ` ${document.name}: ${reason}`;
        }
      } else if (table === undefined) saveFile(`${name}${suffix}.txt`, this.#redacted(document), 'text/plain');
      else {
        const change = (text: string, found: readonly Found[]) => redact(text, found, this.#view, this.#pseudonyms);
        saveFile(`${name}${suffix}.csv`, changedTable(table, change), 'text/csv');
      }
    }
  }

  #saveTable(): void {
    const [shown] = this.#tagged([this.#shown()].filter((one) => one !== undefined));
    if (shown?.table === undefined) return;
    const { contents, warning = '' } = tableCsv(this.#visible(shown).table!);
    part('notice', HTMLElement).textContent = warning;
    saveFile(`${stemOf(shown)}.predicted.csv`, contents, 'text/csv');
  }

  /** Those that are tagged; of the others, where all names would be left, it says so. */
  #tagged(documents: readonly Document[]): Document[] {
    const { tagged, others } = ofTagged(documents);
    part('notice', HTMLElement).textContent =
      others.length === 0 ? '' : `Left out, because not tagged: ${others.join(', ')}.`;
    return tagged;
  }

  #redacted(document: Document): string {
    const { text, entities } = this.#visible(document);
    return redact(text, entities, this.#view, this.#pseudonyms);
  }

  #selected(): TaggedDocument[] {
    return this.#tagged(this.#documents.list).map((document) => this.#visible(document));
  }

  #visible({ name, text, entities, table }: Document): TaggedDocument {
    const isVisible = ({ type }: { type: string }) => !this.#hidden.has(type);
    const found = table?.found.map((own) => own.filter(isVisible));
    return { name, text, entities: entities.filter(isVisible), ...(table && { table: { ...table, found: found! } }) };
  }
}

function stemOf({ name, opened }: Document): string {
  if (opened !== undefined) return name.replace(/\.[^.]*$/, '');
  return name.replace(/\.(txt|csv|tsv|tab|jsonl?|ndjson|x?html?)$/i, '');
}
