import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';
import { ADA, ENTITIES, TEXT, VARDE } from '../example-text.testing.ts';

function read(...records: object[]) {
  return readText(records.map((record) => JSON.stringify(record)).join('\n'), {}, 'export.jsonl');
}

const snake = (spans: readonly (readonly [typeof ADA, string])[]) =>
  spans.map(([{ start, end }, type]) => ({
    display_name: type,
    text_extraction: { text_segment: { start_offset: start, end_offset: end } },
  }));

test.each<[string, object]>([
  ['its own names', { text_snippet: { content: TEXT }, annotations: snake([[ADA, 'PER'], [VARDE, 'LOC']]) }], // prettier-ignore
  [
    'names in the style of JavaScript, and numbers in strings',
    {
      textSnippet: { content: TEXT, mimeType: 'text/plain' },
      annotations: [
        { textExtraction: { score: 1, textSegment: { content: ADA.text, startOffset: '2', endOffset: '11' } }, displayName: 'PER' }, // prettier-ignore
        { textExtraction: { textSegment: { content: VARDE.text, startOffset: '16', endOffset: '21' } }, displayName: 'LOC' }, // prettier-ignore
      ],
    },
  ],
  [
    'a document with its text',
    { document: { document_text: { content: TEXT } }, annotations: snake([[ADA, 'PER'], [VARDE, 'LOC']]) }, // prettier-ignore
  ],
])('AutoML: texts with annotations, under %s', (_, record) => {
  const corpus = read(record);
  expect(entitiesOf(corpus)).toEqual(ENTITIES);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});

test('AutoML: an offset of zero may be missing, and a text without annotations is left out', () => {
  const first = { text_snippet: { content: 'Ada left.' }, annotations: [{ display_name: 'PER', text_extraction: { text_segment: { end_offset: 3 } } }] }; // prettier-ignore
  const corpus = read(first, { text_snippet: { content: 'It rained.' } });
  expect(entitiesOf(corpus)).toEqual(['PER Ada']);
  expect(corpus.sentences.length).toBe(1);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('1 not annotated');
});

test('AutoML: an annotation without a place is named', () => {
  const { problems } = read({ text_snippet: { content: 'Ada left.' }, annotations: [{ display_name: 'PER', text_extraction: {} }] }); // prettier-ignore
  expect(problems.find(({ line }) => line === 1)!.message).toContain('expected an object with display_name, and offsets'); // prettier-ignore
});
