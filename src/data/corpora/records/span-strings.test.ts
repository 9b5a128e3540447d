import { describe, expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { formatCell } from '../../../lib/csv.ts';
import { hasListCells, listTableToJson } from '../containers/list-table.ts';
import { spanInString, spansInString, type SpanString } from './span-strings.ts';

const RECORDS: { text: string; spans: SpanString[] }[] = [
  {
    text: 'Ada Byrne saw Varde.',
    spans: [
      { start: 0, end: 9, type: 'PER', text: 'Ada Byrne' },
      { start: 14, end: 19, type: 'LOC_city', text: 'Varde' },
    ],
  },
  { text: 'It rained in Ribe.', spans: [{ start: 13, end: 17, type: 'LOC_city', text: 'Ribe' }] },
  { text: 'Nobody was there.', spans: [] },
  { text: 'Then Bo left.', spans: [{ start: 5, end: 7, type: 'PER', text: 'Bo' }] },
];
const ENTITIES = RECORDS.flatMap(({ spans }) => spans.map(({ type, text }) => `${type} ${text}`));

const FORMS: Record<string, (span: SpanString) => string> = {
  '0-9:PER': ({ start, end, type }) => `${start}-${end}:${type}`,
  '0:9:PER': ({ start, end, type }) => `${start}:${end}:${type}`,
  '0,9 PER': ({ start, end, type }) => `${start},${end} ${type}`,
  '0 9 PER': ({ start, end, type }) => `${start} ${end} ${type}`,
  '[0, 9] PER': ({ start, end, type }) => `[${start}, ${end}] ${type}`,
  '0..9=PER': ({ start, end, type }) => `${start}..${end}=${type}`,
  'PER:0-9': ({ start, end, type }) => `${type}:${start}-${end}`,
  'PER[0:9]': ({ start, end, type }) => `${type}[${start}:${end}]`,
  'PER(0, 9)': ({ start, end, type }) => `${type}(${start}, ${end})`,
  'PER@0:9': ({ start, end, type }) => `${type}@${start}:${end}`,
};
const BETWEEN = [';', ' ; ', '|', ' | ', '\n', ', ', ','];

describe.each(Object.entries(FORMS))('spans such as %s', (_, written) => {
  test.each(BETWEEN)('with %j between them', (between) => {
    for (const { spans } of RECORDS.slice(0, 2)) {
      const strings = spansInString(spans.map(written).join(between));
      expect(strings?.map(spanInString)).toEqual(spans.map(({ text: _text, ...span }) => span));
    }
  });

  test('are read in strings and lists of JSON', () => {
    for (const name of ['entities', 'label', 'labels', 'ner', 'my_spans']) {
      const joined = RECORDS.map(({ text, spans }) => ({ text, [name]: spans.map(written).join('; ') }));
      const listed = RECORDS.map(({ text, spans }) => ({ text, [name]: spans.map(written) }));
      for (const records of [joined, listed]) {
        const corpus = readText(records.map((record) => `${JSON.stringify(record)}\n`).join(''), {}, 'a.jsonl');
        expect([name, corpus.question, entitiesOf(corpus)]).toEqual([name, undefined, ENTITIES]);
      }
    }
  });

  test.each([',', '\t', ';'])('are read in a table with %j, with and without a header', (separator) => {
    for (const header of [['text', 'labels'], ['id', 'comment', 'spans'], undefined]) {
      const rows = RECORDS.map(({ text, spans }, i) => {
        const cells = [text, spans.map(written).join(' | ')];
        return header?.length === 3 ? [String(i + 1), ...cells] : cells;
      });
      const cells = [...(header ? [header] : []), ...rows].map((row) => row.map((cell) => formatCell(cell, separator)));
      const table = cells.map((row) => `${row.join(separator)}\n`).join('');
      expect(hasListCells(table)).toBe(true);
      expect(entitiesOf(readText(listTableToJson(table)!, {}, 'a.jsonl'))).toEqual(ENTITIES);
    }
  });
});

test('spans of words in strings, beside tokens', () => {
  const record = { tokens: ['Ada', 'Byrne', 'saw', 'Varde', '.'], entities: ['0:2:PER', '3:4:LOC'] };
  for (const entities of [record.entities, record.entities.join('|')])
    expect(entitiesOf(readText(`${JSON.stringify({ ...record, entities })}\n`, { spanEnds: 'exclusive' }, 'a.jsonl'))).toEqual(['PER Ada Byrne', 'LOC Varde']); // prettier-ignore
});

test('the words of a span decide where its offsets do not', () => {
  const answers = 'persName 1 9\tAda Byrne\nplaceName_city 15 19\tVarde';
  const corpus = readText(`${JSON.stringify({ text: RECORDS[0]!.text, answers })}\n`, {}, 'a.jsonl');
  expect(entitiesOf(corpus)).toEqual(['persName Ada Byrne', 'placeName_city Varde']);
});

test.each(['0-9', 'PER', '9:30', 'chapter 3', '3 days', '2020-05-17', '10.5 km', '', ' ', 'PER:0-9; and more'])(
  'no spans: %j',
  (written) => expect(spansInString(written)).toBeUndefined(),
);

test('classes that look like spans, but fit no text, are classes', () => {
  const records = ['1-2 goals', '3-4 goals', '1-2 goals', '3-4 goals'].map((label, i) => ({
    text: `Goalkeepers lost a game number ${i} today`,
    label,
  }));
  const corpus = readText(records.map((record) => `${JSON.stringify(record)}\n`).join(''), {}, 'a.jsonl');
  expect(corpus.style.scheme).toBe('text');
});

test.each([
  ['10:30 AM', '11:30 AM'],
  ['0-4 years', '5-9 years'],
  ['grade 1-2', 'grade 3-4'],
])('classes such as %s are no spans, though some would fit', (...classes) => {
  const texts = [
    'The meeting starts in the big hall',
    'Please send me the long report',
    'I lost my luggage at noon',
    'Anna wrote a letter',
  ];
  const records = Array.from({ length: 16 }, (_, i) => ({ text: `${texts[i % 4]} in ${i}`, label: classes[Math.floor(i / 3) % 2]! })); // prettier-ignore
  const json = readText(records.map((record) => `${JSON.stringify(record)}\n`).join(''), {}, 'a.jsonl');
  expect(json.style.scheme).toBe('text');
  const rows = records.map(({ text, label }) => `${text},${label}\n`).join('');
  expect(listTableToJson(`text,label\n${rows}`)).toBeUndefined();
});

test('spans that repeat are read where they fit', () => {
  const lines = Array.from({ length: 8 }, (_, i) => `Ada left Oslo in ${i},0-3:PER\n`).join('');
  expect(entitiesOf(readText(listTableToJson(`text,label\n${lines}`)!, {}, 'a.jsonl'))).toHaveLength(8);
});
