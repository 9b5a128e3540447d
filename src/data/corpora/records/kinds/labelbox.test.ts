import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../../test/helpers/read-text.ts';

const TEXT = '😀 Ada ran to Oslo.';
const object = (name: string, start: number, end: number, token?: string) => ({
  feature_id: 'x',
  name,
  annotation_kind: 'TextEntity',
  location: { start, end, ...(token !== undefined && { token }) },
});
const label = (...objects: object[]) => ({ label_kind: 'Default', annotations: { objects, classifications: [] } });
const row = (text: string, ...labels: object[]) => ({
  data_row: { id: 'a', row_data: text },
  projects: { p: { name: 'Towns', labels } },
});
const lines = (...rows: object[]) => rows.map((one) => JSON.stringify(one)).join('\n');

test('the first labels of each row, whose ends are the last characters', () => {
  const own = label(object('PER', 3, 5), object('LOC', 14, 17, 'Oslo'));
  const corpus = readText(lines(row(TEXT, own, label()), row('It rained.', label())), {}, 'a.ndjson');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Oslo']);
  expect(corpus.problems.map(({ message }) => message)).toEqual([
    '1 of 2 objects have labels by several people: the first one was read.',
  ]);
});

test('the former export', () => {
  const former = { title: 'PER', value: 'per', format: 'text.location', data: { location: { start: 3, end: 5 } } };
  const rows = [{ ID: 'a', 'Labeled Data': TEXT, Label: { objects: [former], classifications: [] } }];
  expect(entitiesOf(readText(JSON.stringify(rows), {}, 'a.json'))).toEqual(['PER Ada']);
});

test('rows without labels are left out, addresses and malformed objects are listed', () => {
  const messages = (...rows: object[]) =>
    readText(lines(...rows), {}, 'a.ndjson')
      .problems.map(({ message }) => message)
      .join();
  expect(messages(row('It rained.'))).toContain('No object has accepted labels: 1 not annotated');
  expect(messages(row('https://x.org/a.txt', label()))).toContain('is an address, not the text');
  expect(messages(row(TEXT, label({ name: 'PER' })))).toContain('expected a name, and a location with start and end');
});
