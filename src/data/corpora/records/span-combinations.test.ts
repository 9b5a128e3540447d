import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';
import { formatCell } from '../../../lib/csv.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { listTableToJson } from '../containers/list-table.ts';

interface Entity {
  start: number;
  end: number;
  type: string;
  text: string;
}

/** Texts with their entities, in characters. */
const TEXTS = [
  ['Ada Byrne saw the old town of Varde in May.', 'PER:Ada Byrne', 'LOC:Varde'],
  ['It rained in Ribe, and nobody came.', 'LOC:Ribe'],
  ['Later Bo Aske left the Oak Company for good.', 'PER:Bo Aske', 'ORG:Oak Company'],
  ['There was nobody else to ask about it.'],
  ['The people of Old Ribe say that Ada was there.', 'LOC:Old Ribe', 'PER:Ada'],
].map(([text = '', ...written]) => ({
  text,
  entities: written.map((one): Entity => {
    const [type = '', words = ''] = one.split(':');
    return { start: text.indexOf(words), end: text.indexOf(words) + words.length, type, text: words };
  }),
}));
const ENTITIES = TEXTS.flatMap(({ entities }) => entities.map(({ type, text }) => `${type} ${text}`));

const KEYS = [
  ['start', 'end', 'label', 'text'],
  ['begin', 'end', 'type', 'mention'],
  ['start_offset', 'end_offset', 'entity', 'word'],
  ['startIndex', 'endIndex', 'category', 'value'],
  ['start_char', 'end_char', 'entity_type', 'span_text'],
] as const;
type Form = (entities: readonly Entity[], keys: (typeof KEYS)[number]) => unknown;
const each = (one: (entity: Entity, keys: (typeof KEYS)[number]) => unknown): Form => (entities, keys) => entities.map((entity) => one(entity, keys)); // prettier-ignore
const FORMS: readonly Form[] = [
  each(({ start, end, type }) => [start, end, type]),
  each(({ start, end, type }) => [type, start, end]),
  each(({ start, end, type, text }) => [start, end, type, text]),
  each(({ start, end, type, text }) => [text, start, end, type]),
  each(({ start, end, type }, [from, to, label]) => ({ [from]: start, [to]: end, [label]: type })),
  each(({ start, end, type, text }, [from, to, label, own]) => ({ id: `T${start}`, [own]: text, [from]: start, [to]: end, [label]: type })),
  each(({ start, end, type }, [, , label]) => ({ offset: start, length: end - start, [label]: type })),
  each(({ start, end, type }, [, , label]) => ({ span: [start, end], [label]: type })),
  each(({ start, end, type }, [from, to, label]) => ({ [label]: type, location: { [from]: start, [to]: end } })),
  each(({ start, end, type }) => `${start}-${end}:${type}`),
  (entities) => Object.fromEntries([...groupBy(entities, ({ type }) => type)].map(([type, own]) => [type, own.map(({ start, end }) => [start, end])])),
]; // prettier-ignore

const CONTAINERS: readonly ((records: readonly Record<string, unknown>[]) => { file: string; text: string })[] = [
  (records) => ({ file: 'a.jsonl', text: records.map((record) => `${JSON.stringify(record)}\n`).join('') }),
  (records) => ({ file: 'a.json', text: JSON.stringify(records, null, 2) }),
  (records) => ({ file: 'a.json', text: JSON.stringify({ version: 1, data: records }) }),
  (records) => ({ file: 'a.json', text: JSON.stringify(Object.fromEntries(records.map((record, i) => [`d${i}`, record]))) }),
  (records) => {
    const columns = Object.keys(records[0]!).map((name) => [name, { ...records.map((record) => record[name]) }]);
    return { file: 'a.json', text: JSON.stringify(Object.fromEntries(columns)) };
  },
  (records) => {
    const names = Object.keys(records[0]!);
    const cells = (record: Record<string, unknown>) => names.map((name) => (typeof record[name] === 'string' ? record[name] : JSON.stringify(record[name]))); // prettier-ignore
    const table = [names, ...records.map(cells)].map((row) => `${row.map((cell) => formatCell(cell, ',')).join(',')}\n`);
    return { file: 'a.jsonl', text: listTableToJson(table.join(''))! };
  },
]; // prettier-ignore

const file = fc.record({
  form: fc.constantFrom(...FORMS),
  container: fc.constantFrom(...CONTAINERS),
  keys: fc.constantFrom(...KEYS),
  textField: fc.constantFrom('text', 'sentence', 'body', 'tweet', 'raw_text', 'note', 'utterance'),
  spansField: fc.constantFrom('entities', 'label', 'labels', 'annotations', 'ner', 'gold', 'mentions', 'entity_list'),
  others: fc.subarray(['topic', 'source', 'title', 'meta']),
});
const OTHERS: Readonly<Record<string, (i: number) => unknown>> = {
  topic: (i) => (i % 2 === 0 ? 'sport' : 'news'),
  source: () => 'web',
  title: (i) => `No ${i}`,
  meta: (i) => ({ page: i }),
};

test('texts with spans are read, or something is asked or told, whatever their form, fields and container', () => {
  let [read, asked] = [0, 0];
  fc.assert(
    fc.property(file, ({ form, container, keys, textField, spansField, others }) => {
      const records = TEXTS.map(({ text, entities }, i) => ({
        [textField]: text,
        [spansField]: form(entities, keys),
        ...Object.fromEntries(others.map((name) => [name, OTHERS[name]!(i)])),
      }));
      const { file: name, text } = container(records);
      const corpus = readText(text, {}, name);
      const isOpen = corpus.question !== undefined || corpus.problems.length > 0;
      read++;
      if (isOpen) asked++;
      expect(isOpen || entitiesOf(corpus)).toEqual(isOpen || ENTITIES);
    }),
    { numRuns: 300, seed: 3 },
  );
  expect(asked).toBeLessThan(0.05 * read);
});
