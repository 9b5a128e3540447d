import { decodeEntities } from '../xml.ts';

/** Starts of elements whose content is no text of the page. */
const HIDDEN = /<(script|style|head|template|noscript|svg|nav)\b/gi;
/** Elements that begin a new line. */
const BLOCK =
  /<\/?(address|article|aside|blockquote|body|br|caption|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|ol|option|p|pre|section|table|tbody|td|th|thead|title|tr|ul)\b[^>]*>/gi;

export function looksLikeHtml(file: string, text: string): boolean {
  return /\.(html?|xhtml)$/i.test(file) || /^\s*(<!doctype html|<html\b)/i.test(text);
}

/** Removes what is from `begin` to the next `end`; in time that grows with the text, whatever is in it. */
export function without(text: string, begin: string, end: string): string {
  const kept: string[] = [];
  for (let at = 0; ;) {
    const from = text.indexOf(begin, at);
    const to = from < 0 ? -1 : text.indexOf(end, from + begin.length);
    if (to < 0) return kept.join('') + text.slice(at);
    kept.push(text.slice(at, from));
    at = to + end.length;
  }
}

/** Replaces tags: after the last end of one, a pattern would search to the end of the text from everywhere. */
function inTags(text: string, tags: RegExp, by: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(tags, by) + text.slice(end);
}

/** Removes hidden elements. One that does not end is kept, as the rest of the text would be lost, and so are others of its name. */
function withoutHidden(html: string): string {
  const kept: string[] = [];
  const endless = new Set<string>();
  let at = 0;
  for (const { 0: start, 1: name = '', index } of html.matchAll(HIDDEN)) {
    if (index < at || endless.has(name.toLowerCase())) continue;
    const end = new RegExp(`</${name}\\s{0,9}>`, 'gi');
    end.lastIndex = index + start.length;
    if (end.exec(html) === null) endless.add(name.toLowerCase());
    else {
      kept.push(html.slice(at, index));
      at = end.lastIndex;
    }
  }
  return kept.join('') + html.slice(at);
}

/** The text of a page: its body without markup, a line for each block. */
export function textOfHtml(html: string): string {
  const shown = withoutHidden(without(html, '<!--', '-->')).replace(/\s+/g, ' ');
  return without(inTags(shown, BLOCK, '\n'), '<', '>')
    .split('\n')
    .map((line) =>
      decodeEntities(line)
        .replace(/&nbsp;/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');
}
