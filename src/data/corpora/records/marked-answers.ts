import { HTML, withoutMarks } from '../marks.ts';
import type { WrittenSpan } from './record.ts';

/** Words in an element of any name but those of HTML. */
const ELEMENT = new RegExp(String.raw`<(?!(?:${HTML}|H\d)>)(\p{L}[\p{L}\p{N}_.-]{1,60})>([^<>]{1,500})</\1>`, 'giu');
/** Words from which on it is no chance that an answer repeats the end of a question. */
const FEWEST_WORDS = 3;

/** A text, with its entities. */
interface MarkedAnswer {
  text: string;
  spans: WrittenSpan[];
}

/**
 * An answer that repeats a text, or the end of one behind an instruction, with its entities marked: `<PER>Ada</PER> left.`, or
 * without any. Undefined if it says something else.
 */
export function markedAnswer(asked: string, written: string): MarkedAnswer | undefined {
  const [end, answer] = [asked.trimEnd(), written.trim()];
  const found = [withoutElements(answer), withoutMarks(answer)].find(
    ({ text, spans }) => spans.length > 0 && end.endsWith(text),
  );
  if (found !== undefined) return found;
  const before = end.endsWith(answer) ? end.slice(0, end.length - answer.length) : undefined;
  const isAll = before !== undefined && /^$|\n$|:\s$/.test(before);
  return isAll && answer.split(/\s+/).length >= FEWEST_WORDS ? { text: answer, spans: [] } : undefined;
}

function withoutElements(answer: string): MarkedAnswer {
  let [text, at] = ['', 0];
  const spans: WrittenSpan[] = [];
  for (const { 0: whole, 1: type, 2: words, index } of answer.matchAll(ELEMENT)) {
    text += answer.slice(at, index);
    spans.push({ start: text.length, end: text.length + words!.length, type: type!, unit: 'UTF-16 units' });
    text += words!;
    at = index + whole.length;
  }
  return { text: text + answer.slice(at), spans };
}
