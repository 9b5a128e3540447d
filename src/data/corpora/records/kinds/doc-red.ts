import { isObject, isStrings } from '../../json/values.ts';
import type { RecordKind, WrittenTokenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** A document with the tokens of its sentences in `sents`; in `vertexSet`, the mentions of each entity. Relations are not read. */
export const docRed: RecordKind = {
  title: 'DocRED',
  read({ sents, vertexSet }) {
    if (!Array.isArray(sents) || !sents.every(isStrings) || !Array.isArray(vertexSet)) return undefined;
    const spans: WrittenTokenSpan[][] = sents.map(() => []);
    for (const mention of (vertexSet as unknown[]).flat()) {
      const { pos, sent_id: sentence, type } = isObject(mention) ? mention : {};
      const [start, end]: unknown[] = Array.isArray(pos) ? pos : [];
      const own = isWhole(sentence) ? spans[sentence] : undefined;
      if (own === undefined || !isWhole(start) || !isWhole(end) || typeof type !== 'string')
        return `vertexSet contains ${JSON.stringify(mention)}, expected an object with sent_id, pos and type.`;
      own.push({ start, end, type });
    }
    return { sentences: sents.map((tokens, i) => ({ tokens, spans: spans[i]! })), areEndsInclusive: false };
  },
};
