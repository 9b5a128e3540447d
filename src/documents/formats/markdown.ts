import type { DocumentReader } from '../document.ts';
import { readFlat } from './text.ts';

/** Emphasis, code, links and their addresses, tags, comments. */
const MARKUP =
  /<!--[\s\S]*?-->(?:\r?\n)?|<\/?[a-z][^>]*>|\]\([^)\s]*(?:\s+"[^"]*")?\)|!?\[(?=[^\][]*\]\()|\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])|\\(?=[\p{P}\p{S}])/giu;

export const reader: DocumentReader = { read: (file) => readFlat(file, MARKUP) };
