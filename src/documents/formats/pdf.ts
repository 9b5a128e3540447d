import type * as Pdf from 'pdfjs-dist';
import { requireWithin } from '../../data/files/limits.ts';
import { StudioError } from '../../lib/errors.ts';
import type { DocumentReader, OpenedDocument } from '../document.ts';
import { escapeMarkup } from '../markup/scan.ts';
import { MarkupText } from '../markup/read-markup.ts';
import { htmlVocabulary } from './html.ts';
import { pdfParagraphs, readableText, type PdfItem } from './pdf-layout.ts';

/** Why a PDF is not written. */
const WRITTEN_AS_HTML =
  'It is written as HTML: covering text in a PDF leaves it in the file, and its letters cannot be replaced in place.';
/** Page numbers in a note. */
const MOST_LISTED = 5;

/** The text of PDF documents. */
export const reader: DocumentReader = {
  async read({ name, bytes }, begun): Promise<OpenedDocument> {
    requireWithin('corpusBytes', bytes.length, name);
    const { pages, unread } = await readPages(name, bytes, (first) => begun?.(textOfPages(first).blocks));
    const text = textOfPages(pages);
    const empty = pages.flatMap((items, i) => (items.some((item) => item.text.trim() !== '') ? [] : [i + 1]));
    return {
      blocks: text.blocks,
      notes: [...scanned(empty, pages.length), ...unreadNotes(unread)],
      formatNote: WRITTEN_AS_HTML,
      write: (edits, scrub) => ({ extension: '.html', bytes: new TextEncoder().encode(text.write(edits, scrub)) }),
    };
  },
  prepare: pdfJs,
};

/** The text of pages, as HTML. */
function textOfPages(pages: readonly (readonly PdfItem[])[]): MarkupText {
  const paragraphs = pdfParagraphs(pages);
  const sections = paragraphs.map(
    (page, i) =>
      `<section id="page-${i + 1}">\n${page.map((text) => `<p>${escapeMarkup(text)}</p>\n`).join('')}</section>\n`,
  );
  const head = `<!doctype html>\n<html><head><meta charset="utf-8"></head><body>\n`;
  const pageOf = paragraphs.flatMap((page, i) => page.map(() => i + 1));
  return new MarkupText(
    `${head}${sections.join('')}</body></html>\n`,
    htmlVocabulary(),
    (n) => `page ${pageOf[n - 1]}`,
  );
}

function scanned(empty: readonly number[], pages: number): string[] {
  if (empty.length === 0) return [];
  if (empty.length === pages)
    return ['It has no text: its pages are images. Recognise their text with another program.'];
  const listed = `${empty.slice(0, MOST_LISTED).join(', ')}${empty.length > MOST_LISTED ? ', …' : ''}`;
  return [`${empty.length === 1 ? `Page ${listed} has` : `Pages ${listed} have`} no text: they may be images.`];
}

function unreadNotes(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? '1 form field or comment is' : `${count} form fields and comments are`;
  return [`${what} not read. To read them, print the document to a new PDF.`];
}

/**
 * @param begun gets the pages up to the first with text: later pages do not change theirs (`pdfParagraphs`)
 * @returns the text of each page, and the number of form fields and comments with a text
 */
async function readPages(
  name: string,
  bytes: Uint8Array,
  begun: (pages: readonly PdfItem[][]) => void,
): Promise<{ pages: PdfItem[][]; unread: number }> {
  const pdf = await pdfJs();
  const loading = pdf.getDocument({
    data: bytes.slice(), // pdf.js detaches it
    isEvalSupported: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    requireWithin('pages', document.numPages, name);
    const pages: PdfItem[][] = [];
    let unread = 0;
    let hasBegun = false;
    for (let n = 1; n <= document.numPages; n++) {
      const page = await document.getPage(n);
      const { items } = await page.getTextContent();
      pages.push(items.flatMap((item) => ('str' in item ? [itemOf(item)] : [])));
      if (!hasBegun && pages.at(-1)!.some(({ text }) => text.trim() !== '')) {
        hasBegun = true;
        begun(pages);
      }
      unread += (await page.getAnnotations()).filter(hasText).length;
      page.cleanup();
    }
    return { pages, unread };
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    const remedy = /password/i.test(reason)
      ? 'Save it without a password.'
      : 'Open it with another program and save it again.';
    throw new StudioError('BadInput', `${name} cannot be read as a PDF: ${reason}. ${remedy}`, { cause });
  } finally {
    await loading.destroy();
  }
}

function hasText({ fieldValue, contentsObj }: { fieldValue?: unknown; contentsObj?: { str: string } }): boolean {
  return (typeof fieldValue === 'string' && fieldValue.trim() !== '') || (contentsObj?.str ?? '').trim() !== '';
}

function itemOf({
  str,
  transform,
  width,
  dir,
}: Awaited<ReturnType<Pdf.PDFPageProxy['getTextContent']>>['items'][number] & {
  str: string;
  transform: number[];
  width: number;
  dir: string;
}): PdfItem {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform as number[];
  return { text: readableText(str), x, y, width, size: Math.hypot(c, d) || 1, isRightToLeft: dir === 'rtl' };
}

/** pdf.js, with its reader on this thread: documents are read in a worker already. */
async function pdfJs(): Promise<typeof Pdf> {
  const scope = globalThis as { window?: unknown; pdfjsWorker?: unknown; DOMMatrix?: unknown };
  const isWorker = !('window' in scope);
  if (isWorker) scope.window = scope; // else pdf.js takes a worker for its own
  scope.DOMMatrix ??= Object; // needed only to draw
  try {
    scope.pdfjsWorker = await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs');
    return (await import('pdfjs-dist/legacy/build/pdf.min.mjs')) as typeof Pdf;
  } finally {
    if (isWorker) delete scope.window;
  }
}
