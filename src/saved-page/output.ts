import { directionOf } from '../lib/text-direction.ts';
import type { Chunk, Document } from './documents.ts';
import { element, pacer } from './dom.ts';
import type { Pseudonyms } from '../documents/redaction/pseudonyms.ts';
import { replacementOf, type Found, type View } from './redact.ts';

/** Display of the entities. */
export interface Look {
  view: View;
  hidden: ReadonlySet<string>;
  /** Less probable entities are doubtful. */
  threshold: number;
  pseudonyms: Pseudonyms;
}

/** The text of a document with its entities, rendered in chunks: off-screen chunks have no layout (page.css). */
export class Output {
  readonly #root: HTMLElement;
  #document: Document | undefined;
  #look: Look | undefined;
  #drawn = 0;
  #isDrawing = false;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Shows a document from the start; undefined: nothing. */
  show(document: Document | undefined, look: Look): void {
    this.#document = document;
    this.#look = look;
    this.#drawn = 0;
    this.#root.replaceChildren();
    this.update();
  }

  /** Renders the chunks that have been added since. */
  update(): void {
    if (!this.#isDrawing) void this.#draw();
  }

  async #draw(): Promise<void> {
    this.#isDrawing = true;
    const pace = pacer();
    for (;;) {
      const chunk = this.#document?.chunks[this.#drawn];
      if (chunk === undefined || this.#document === undefined || this.#look === undefined) break;
      this.#drawn++;
      this.#root.append(chunkElement(this.#document.text, chunk, this.#look));
      await pace();
    }
    this.#isDrawing = false;
  }
}

function chunkElement(text: string, { start, end, entities, label }: Chunk, look: Look): HTMLElement {
  const chunk = element('div', { className: label === undefined ? 'chunk' : 'chunk record' });
  chunk.dir = directionOf(text.slice(start, end)); // of the text, not of the names of types in it
  if (label !== undefined) chunk.append(element('div', { className: 'id' }, label));
  let at = start;
  for (const entity of entities) {
    if (look.hidden.has(entity.type)) continue;
    chunk.append(text.slice(at, entity.start), markElement(entity, look));
    at = entity.end;
  }
  chunk.append(text.slice(at, end));
  return chunk;
}

function markElement(entity: Found, { view, pseudonyms, threshold }: Look): HTMLElement {
  const { type, text, probability } = entity;
  const replacement = replacementOf(entity, view, pseudonyms);
  const percent = `${(100 * probability).toFixed(probability > 0.995 ? 0 : 1)}%`;
  const mark = element(
    'mark',
    { title: `${type}, ${percent}${probability < threshold ? ', doubtful' : ''}` },
    replacement ?? text,
  );
  mark.dir = directionOf(text);
  mark.dataset['entity'] = type;
  if (replacement === undefined) mark.append(element('span', { className: 'type' }, type));
  else mark.classList.add('replaced');
  if (probability < threshold) mark.classList.add('unsure');
  return mark;
}
