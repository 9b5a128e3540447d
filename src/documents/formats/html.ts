import type { DocumentReader, OpenedDocument } from '../document.ts';
import { MarkupText, type Vocabulary } from '../markup/read-markup.ts';
import { escapeMarkup } from '../markup/scan.ts';
import { decodeHtml } from './decode.ts';
import { tintsOfTypes } from './marks.ts';

const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav ol optgroup option p pre section select summary table tbody td textarea tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed']);
/** Elements that hold text only: a mark inside would show as text. */
const PLAIN = new Set(['title', 'textarea', 'option']);

export function htmlVocabulary(): Vocabulary {
  const tint = tintsOfTypes();
  return {
    isXml: false,
    collapses: true,
    isBlock: (name) => BLOCKS.has(name),
    isFlow: true,
    isSkipped: (name) => SKIPPED.has(name),
    characters: (name) => (name === 'br' ? '\n' : undefined),
    removal(name, attributes) {
      if (SKIPPED.has(name) && name !== 'style') return 'element';
      if (name === 'meta' && !('charset' in attributes || 'http-equiv' in attributes)) return 'element';
      return ['alt', 'title', 'aria-label', 'srcset'].filter((attribute) => attribute in attributes);
    },
    escape: (text) => escapeMarkup(text).replaceAll('\n', '<br>'),
    mark: ({ element }, type) =>
      PLAIN.has(element)
        ? undefined
        : {
            before: `<mark data-entity="${escapeMarkup(type)}" title="${escapeMarkup(type)}" style="background:#${tint(type)}">`,
            after: '</mark>',
          },
  };
}

/** Where a page declares its encoding. */
const DECLARATION = /(<meta\b[^>]*\bcharset\s*=\s*["']?\s*)[\w:-]+/i;

/** Pages of HTML. */
export const reader: DocumentReader = {
  read(file) {
    const { text, isUtf8, encoding, notes } = decodeHtml(file);
    const opened = openHtml(text, /\.[^.]*$/.exec(file.name)?.[0] ?? '.html');
    // Browsers would read a page without a declaration in an encoding of old pages.
    const mark = isUtf8 || DECLARATION.test(text) ? [] : [0xef, 0xbb, 0xbf];
    return {
      ...opened,
      notes,
      encoding,
      write(edits, scrub) {
        const { extension, bytes } = opened.write(edits, scrub);
        if (mark.length === 0) return { extension, bytes };
        const marked = new Uint8Array(mark.length + bytes.length);
        marked.set(mark);
        marked.set(bytes, mark.length);
        return { extension, bytes: marked };
      },
    };
  },
};

/** A page that was decoded, whatever encoding it declares; it is written in UTF-8. */
export function openHtml(html: string, extension: string): OpenedDocument {
  const text = new MarkupText(html, htmlVocabulary(), (n) => `paragraph ${n}`);
  return {
    blocks: text.blocks,
    notes: [],
    write(edits, scrub) {
      const written = text.write(edits, scrub).replace(DECLARATION, '$1utf-8');
      return { extension, bytes: new TextEncoder().encode(written) };
    },
  };
}
