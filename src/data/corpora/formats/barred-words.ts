import type { AnnotatedText, TokenSentence } from '../records/record.ts';
import type { WrittenDocument } from './texts.ts';

/** Share of the texts that must have bars, and of the borders between words that must be bars: others are spaces. */
const [WITH_BARS, BARS] = [0.9, 0.5];
const NOTE = 'words between vertical bars, which were read as its tokens';

/** Texts whose words are between vertical bars, as those of BEST 2010 in Thai, `<NE>กรุงเทพ</NE>|มี|คน|`: they have these tokens. */
export function withBarredWords(documents: WrittenDocument[]): { documents: WrittenDocument[]; areTokens: boolean } {
  const texts = documents.flatMap(({ content }) => ('texts' in content ? content.texts : []));
  const barred = texts.filter(({ text }) => text.includes('|')).length;
  const all = texts.map(({ text }) => text).join('\n');
  const [bars, words] = [all.split('|').length - 1, all.split(/[|\s]+/).length];
  if (barred === 0 || barred < WITH_BARS * texts.length || bars < BARS * words) return { documents, areTokens: false };
  const read = documents.map((document) => {
    const own = 'texts' in document.content ? document.content.texts : [];
    const notes = [...new Set([NOTE, ...own.flatMap((text) => text.notes ?? [])])];
    return { ...document, content: { sentences: own.map(sentenceOf), areEndsInclusive: false, notes } };
  });
  return { documents: read, areTokens: true };
}

function wordsIn(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(/[^|\s]+/g)].map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }));
}

function sentenceOf({ text, spans = [] }: AnnotatedText): TokenSentence {
  const words = wordsIn(text);
  const placed = spans.flatMap(({ start, end, type }) => {
    const first = words.findIndex((word) => word.end > start);
    const last = words.findLastIndex((word) => word.start < end);
    return first < 0 || last < first ? [] : [{ start: first, end: last + 1, type }];
  });
  return { tokens: words.map(({ word }) => word), spans: placed };
}
