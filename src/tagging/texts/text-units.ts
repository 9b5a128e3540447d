import { tagKind, type TagStyle } from '../../data/corpus.ts';
import { tokenize, type TextToken } from '../../data/text/tokenizer.ts';

/** What a model reads at a time: each sentence of a text, or the whole text if it gives each text one class. */
export function textUnits(style: TagStyle, text: string): TextToken[][] {
  const sentences = tokenize(text);
  if (tagKind(style) !== 'classes') return sentences;
  const tokens = sentences.flat();
  return tokens.length === 0 ? [] : [tokens];
}
