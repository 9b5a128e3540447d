import { expect, test } from 'vitest';
import { readText } from '../../../test/helpers/read-text.ts';
import { settingsOfForm } from '../reading-settings.ts';

const COLUMNS = 'Ada\tB-PER\tB-PER\nleft\tO\tO\nNorrby\tB-LOC\tB-PER\n.\tO\tO\n\n';

test('a form does not depend on the words, the name or what was decided', () => {
  const { form } = readText(COLUMNS.repeat(20));
  expect(form).toBeDefined();
  expect(readText(COLUMNS.replaceAll('Ada', 'Mina').repeat(30), {}, 'other.tsv').form).toBe(form);
  expect(readText(COLUMNS.repeat(20), { tagColumn: 1, scheme: 'IOB1', types: ['PER'] }).form).toBe(form);
  expect(readText(COLUMNS.repeat(20), { columnsAs: ['feature', 'tag', 'token'] }).form).toBe(form);
});

test.each([
  ['another column', COLUMNS.replaceAll('\n', '\tx\n').replaceAll('\n\tx', '\n')],
  ['another separator', COLUMNS.replaceAll('\t', ';')],
  ['a header', `word\ttag\tother\n${COLUMNS}`],
  ['tags of another kind', COLUMNS.replaceAll(/B-(\w+)\n/g, '$1\n')],
])('files with %s have another form', (_, text) => {
  expect(readText(text.repeat(text.startsWith('word') ? 1 : 20)).form).not.toBe(readText(COLUMNS.repeat(20)).form);
});

test('objects have the form of their members', () => {
  const line = (tag: string) => `{"words":["Ada"],"id":1,"ner":["${tag}"]}\n`;
  const { form } = readText(line('B-PER'), {}, 'a.jsonl');
  expect(readText(line('O') + line('B-LOC'), { tagField: 'ner' }, 'b.jsonl').form).toBe(form);
  expect(readText('{"tokens":["Ada"],"tags":["O"]}', {}, 'c.jsonl').form).not.toBe(form);
});

test('what was decided for one file only does not hold for its form', () => {
  expect(
    settingsOfForm({ tagColumn: 1, scheme: 'BIO', types: ['PER'], typesAs: {}, labelNames: ['O'], acceptLosses: true }),
  ).toEqual({ tagColumn: 1, scheme: 'BIO' });
});
