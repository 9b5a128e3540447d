import { Parser } from 'htmlparser2';
import { StudioError } from '../../lib/errors.ts';

/** Offsets in the source, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** What is called for each part of a source, in order. */
export interface MarkupHandler {
  /** A start tag, or an element without content. */
  open: (name: string, attributes: Readonly<Record<string, string>>, tag: Range) => void;
  /** An end tag; an empty range if there is none. */
  close: (name: string, tag: Range) => void;
  /** Text: a stretch that is written as it is, or a single character reference. */
  text: (text: string, range: Range) => void;
  comment: (range: Range) => void;
}

/** Levels of nesting, which cost time by their square: browsers make at most 512 of a page. */
const MOST_LEVELS = 2000;

const CDATA_OPEN = '<![CDATA['.length;

/**
 * Reads HTML or XML. Entities of a document type are never resolved, so none can be nested or read a file; references to them stay as
 * written.
 *
 * @throws StudioError BadInput if elements are nested too deep
 */
export function scanMarkup(source: string, isXml: boolean, handler: MarkupHandler): void {
  let isInCdata = false;
  let levels = 0;
  let opened = -1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++levels > MOST_LEVELS)
          throw new StudioError(
            'BadInput',
            `It has elements in elements, more than ${MOST_LEVELS.toLocaleString('en-US')} levels deep. Open it with another program and save it again.`,
          );
        opened = parser.startIndex;
        handler.open(name, attributes, { start: opened, end: parser.endIndex + 1 });
      },
      onclosetag(name, isImplied) {
        levels--;
        const { startIndex: start, endIndex } = parser;
        if (!isImplied) return handler.close(name, { start, end: endIndex + 1 });
        const at = start === opened ? endIndex + 1 : start; // without content, or ended by the next tag
        handler.close(name, { start: at, end: at });
      },
      ontext(text) {
        const start = parser.startIndex + (isInCdata ? CDATA_OPEN : 0);
        handler.text(text, { start, end: isInCdata ? start + text.length : parser.endIndex + 1 });
      },
      oncdatastart: () => (isInCdata = true),
      oncdataend: () => (isInCdata = false),
      oncomment: () => handler.comment({ start: parser.startIndex, end: parser.endIndex + 1 }),
    },
    { xmlMode: isXml },
  );
  parser.end(source);
}

/** Writes text between tags, or between double quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
