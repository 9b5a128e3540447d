import { decodeEntities } from '../xml.ts';

/** Elements whose content is no text of the page. */
const HIDDEN = /<(script|style|head|template|noscript|svg|nav)\b[\s\S]*?<\/\1\s*>/gi;
/** Elements that begin a new line. */
const BLOCK =
  /<\/?(address|article|aside|blockquote|body|br|caption|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|ol|option|p|pre|section|table|tbody|td|th|thead|title|tr|ul)\b[^>]*>/gi;

export function looksLikeHtml(file: string, text: string): boolean {
  return /\.(html?|xhtml)$/i.test(file) || /^\s*(<!doctype html|<html\b)/i.test(text);
}

/** The text of a page: its body without markup, a line for each block. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<!-{2}[\s\S]*?-{2}>/g, '')
    .replace(HIDDEN, '')
    .replace(/\s+/g, ' ')
    .replace(BLOCK, '\n')
    .replace(/<[^>]*>/g, '')
    .split('\n')
    .map((line) =>
      decodeEntities(line)
        .replace(/&nbsp;/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');
}
