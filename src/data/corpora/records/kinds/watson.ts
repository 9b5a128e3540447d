import { isObject } from '../../json/values.ts';
import type { TextToken } from '../../../text/tokenizer.ts';
import { coverText } from '../given-tokens.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole, readSpan } from '../spans.ts';

/**
 * A document of IBM Watson Knowledge Studio: `text`, `sentences` of tokens, `mentions`, which all count UTF-16 code units of the document.
 * Relations and coreference are not read.
 */
export const watson: RecordKind = {
  title: 'Watson Knowledge Studio',
  read({ text, mentions, sentences }) {
    if (typeof text !== 'string' || !Array.isArray(mentions) || !Array.isArray(sentences)) return undefined;
    const spans: WrittenSpan[] = [];
    for (const mention of mentions) {
      const read = readSpan(mention, text, 'UTF-16 units');
      if (read === undefined) return `mentions contains ${JSON.stringify(mention)}, which has no offsets or no type.`;
      spans.push(...read);
    }
    const given = sentences.map((sentence: unknown) => tokensOf(sentence, text));
    const areGiven = given.every((tokens) => tokens !== undefined) && coverText(text, given.flat());
    return { texts: [{ text, spans, ...(areGiven && { sentences: given.filter(({ length }) => length > 0) }) }] };
  },
};

function tokensOf(sentence: unknown, text: string): TextToken[] | undefined {
  const written: unknown[] | undefined =
    isObject(sentence) && Array.isArray(sentence['tokens']) ? sentence['tokens'] : undefined;
  const tokens = written?.map((token) => {
    const { begin, end } = isObject(token) ? token : {};
    return isWhole(begin) && isWhole(end) ? { text: text.slice(begin, end), start: begin, end } : undefined;
  });
  return tokens?.every((token) => token !== undefined) === true ? tokens : undefined;
}
