import { TYPED, textOf, type Document, type Documents } from './documents.ts';
import { part } from './dom.ts';
import type { Readers } from './readers.ts';
import { decodeFile } from './files.ts';
import type { Tables } from './tables.ts';

/** A longer pasted text becomes a document, since the layout of a long text box is slow. */
const LONGEST_TYPED = 50_000;

const TYPING_PAUSE = 120;

export interface InputTarget {
  documents: Documents;
  tables: Tables;
  show: (document: Document | undefined) => void;
  isShown: (document: Document) => boolean;
  clear: () => void;
}

/** The script of documents, if this page was saved with it. */
export function readers(): Readers | undefined {
  return (globalThis as { tagsmithDocuments?: Readers }).tagsmithDocuments;
}

/** A file that was read. */
interface ReadFile {
  /** Undefined: it is not text. */
  text: string | undefined;
  as?: Pick<Document, 'table' | 'opened' | 'workbook'>;
  problems: string[];
}

/** Handles text that is typed, pasted, chosen or dropped. */
export function openInput({ documents, tables, show, isShown, clear }: InputTarget): void {
  const box = part('box', HTMLTextAreaElement);
  const chooser = part('files', HTMLInputElement);
  const notice = part('notice', HTMLElement);
  const clearing = part('clear', HTMLButtonElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enableClearing = () => {
    clearing.disabled = documents.list.length === 0 && box.value === '';
  };

  const type = () => {
    const typed = documents.list.find(({ name }) => name === TYPED);
    const next = documents.type(box.value);
    if (next === typed && next !== undefined && isShown(next)) return;
    show(next ?? documents.list[0]);
    enableClearing();
  };

  async function readFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReadFile> {
    const opened = await readers()?.open(name, bytes);
    if (opened !== undefined) {
      const sheet = await readers()!.sheet(name, bytes);
      const { table } = sheet === undefined ? {} : tables.read(`${name}.csv`, new TextEncoder().encode(sheet));
      if (table !== undefined) return { text: textOf(table), as: { table, workbook: opened }, problems: [] };
      const { text, notes } = opened;
      return { text, as: { opened }, problems: [...noText(name, text), ...notes.map((note) => `${name}: ${note}`)] };
    }
    const text = decodeFile(bytes);
    if (text === undefined) return { text, problems: [] };
    const { table, problem } = tables.read(name, bytes);
    if (table !== undefined)
      return { text: textOf(table), as: { table }, problems: problem === undefined ? [] : [problem] };
    return problem === undefined ? { text, problems: noText(name, text) } : { text: '', problems: [problem] };
  }

  async function addFiles(files: Iterable<File>): Promise<void> {
    notice.textContent = '';
    let first: Document | undefined;
    const refused: string[] = [];
    const problems: string[] = [];
    for (const file of files) {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const read = await readFile(file.name, bytes);
        problems.push(...read.problems);
        if (read.text === undefined) refused.push(file.name);
        if (read.text === undefined || read.text.trim() === '') continue;
        const document = documents.add(file.name, read.text, read.as);
        if (first === undefined) show((first = document));
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    if (refused.length > 0) {
      problems.push(`Skipped, not plain text: ${refused.join(', ')}. Save as plain text, workbooks as CSV first.`);
    }
    notice.textContent = problems.join(' ');
    enableClearing();
  }

  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(type, TYPING_PAUSE);
  });
  box.addEventListener('focus', () => {
    const typed = documents.list.find(({ name }) => name === TYPED);
    if (typed !== undefined && !isShown(typed)) show(typed);
  });
  box.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONGEST_TYPED) return;
    event.preventDefault();
    const count = documents.list.filter(({ name }) => name.startsWith('Pasted text')).length;
    show(documents.add(`Pasted text ${count + 1}`, text));
    enableClearing();
  });
  part('choose', HTMLButtonElement).addEventListener('click', () => chooser.click());
  chooser.addEventListener('change', () => {
    void addFiles([...(chooser.files ?? [])]).then(() => {
      chooser.value = ''; // so that the same file can be chosen again
    });
  });
  clearing.addEventListener('click', () => {
    box.value = '';
    notice.textContent = '';
    clear();
    enableClearing();
    box.focus();
  });
  openDrop((files) => void addFiles(files));
  if (box.value !== '') type(); // text that the browser restored from the last visit
}

function openDrop(onDrop: (files: File[]) => void): void {
  const overlay = part('drop', HTMLElement);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    overlay.hidden = false;
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) overlay.hidden = true;
  });
  document.addEventListener('drop', (event) => {
    overlay.hidden = true;
    if (!hasFiles(event)) return;
    event.preventDefault();
    onDrop([...(event.dataTransfer?.files ?? [])]);
  });
}

const noText = (name: string, text: string): string[] => (text.trim() === '' ? [`${name}: It has no text.`] : []);
