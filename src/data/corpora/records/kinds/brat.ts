import type { ReadingQuestion } from '../../../corpus.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { DISCONTINUOUS } from '../spans.ts';

/** Relations, events, equivalences, attributes, normalizations and notes. */
const OTHER = /^(?:[REAMN]\S*|#\S*|\*)\t/;

/** `T1<tab>TYPE 0 4;6 9<tab>text`; the parts of a discontinuous span are separated by semicolons. */
const TEXT_BOUND = /^T\S*\t(\S+) (\d+(?: \d+;\d+)* \d+)\t(.*)$/;

const ANSWERS: ReadingQuestion = {
  what: 'Are the annotations in the .a2 files entities?',
  reason:
    'Of the BioNLP shared tasks, some have triggers of events in .a2, others entities, such as the habitats of BB.',
  options: [
    { label: 'no: those of .a1 alone are', settings: { tagField: 'a1' } },
    { label: 'yes, those of both', settings: { tagField: 'a1, a2' } },
  ],
};

/**
 * A document of brat, its text and the contents of its `.ann` file, and of the `.a2` file beside an `.a1`. Offsets are code points. Relations,
 * events, attributes and notes are not read.
 */
export const brat: RecordKind = {
  title: 'brat',
  read({ text, ann, con, a2 }, { tagField }) {
    if (typeof text !== 'string' || typeof ann !== 'string') return undefined;
    const notes = new Set<string>();
    if (con !== undefined) notes.add('annotations of brat (.ann) and of i2b2 (.con): those of brat were read');
    const answers = typeof a2 === 'string' ? a2 : '';
    const spans = spansIn(tagField === 'a1, a2' ? `${ann}\n${answers}` : ann, notes);
    if (typeof spans === 'string') return spans;
    const isOpen = tagField === undefined && /^T/m.test(answers);
    return { texts: [{ text, spans, notes: [...notes] }], ...(isOpen && { question: ANSWERS }) };
  },
};

function spansIn(ann: string, notes: Set<string>): WrittenSpan[] | string {
  const spans: WrittenSpan[] = [];
  for (const line of ann.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const [, type, places, own] = TEXT_BOUND.exec(line) ?? [];
    if (type !== undefined && places !== undefined) {
      const offsets = places.split(/[ ;]/).map(Number);
      const isWhole = offsets.length === 2;
      if (!isWhole) notes.add(DISCONTINUOUS);
      spans.push({
        type,
        start: Math.min(...offsets),
        end: Math.max(...offsets),
        unit: 'code points',
        ...(isWhole && own !== undefined && { text: own }),
      });
    } else if (line.startsWith('T') || !OTHER.test(line)) {
      return `The line ${JSON.stringify(line)} of the .ann file is not a text-bound annotation: expected the identifier, the type with offsets and the text, separated by tabs.`;
    } else {
      notes.add('relations, events, attributes or notes, which were not read');
    }
  }
  return spans;
}
