import type { Document, Documents } from './documents.ts';
import { element, part } from './dom.ts';

interface Row {
  item: HTMLLIElement;
  open: HTMLButtonElement;
  count: HTMLElement;
}

/** The list of documents; hidden while there is only the typed text. */
export class List {
  readonly #root = part('documents', HTMLUListElement);
  readonly #rows = new Map<Document, Row>();
  readonly #documents: Documents;
  readonly #show: (document: Document) => void;
  readonly #remove: (document: Document) => void;

  constructor(documents: Documents, show: (document: Document) => void, remove: (document: Document) => void) {
    this.#documents = documents;
    this.#show = show;
    this.#remove = remove;
  }

  update(shown: Document | undefined): void {
    const { list } = this.#documents;
    this.#root.hidden = list.length < 2;
    for (const [document, { item }] of this.#rows) {
      if (list.includes(document)) continue;
      item.remove();
      this.#rows.delete(document);
    }
    list.forEach((document, i) => {
      const row = this.#rows.get(document) ?? this.#add(document);
      if (this.#root.children[i] !== row.item) this.#root.insertBefore(row.item, this.#root.children[i] ?? null);
      row.open.ariaCurrent = document === shown ? 'true' : 'false';
      row.count.textContent = document.isDone ? document.entities.length.toLocaleString('en') : '…';
    });
  }

  #add(document: Document): Row {
    const count = element('span', { className: 'count' });
    const open = element(
      'button',
      { type: 'button', className: 'open', onclick: () => this.#show(document) },
      element('span', { className: 'name' }, document.name),
      count,
    );
    const remove = element(
      'button',
      { type: 'button', ariaLabel: `Remove ${document.name}`, onclick: () => this.#remove(document) },
      '×',
    );
    const row = { item: element('li', {}, open, remove), open, count };
    this.#rows.set(document, row);
    return row;
  }
}
