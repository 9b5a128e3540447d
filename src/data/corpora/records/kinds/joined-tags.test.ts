import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText, tagsOf } from '../../../../../test/helpers/read-text.ts';

test.each([
  ['spaces', 'B-PER O O', ['B-PER O O']],
  ['commas', 'B-PER,O,O', ['B-PER O O']],
  ['commas and spaces', 'B-PER, O, O', ['B-PER O O']],
  ['semicolons', 'B-PER;O;O', ['B-PER O O']],
  ['vertical bars', 'B-PER|O|O', ['B-PER O O']],
  ['spaces, with two tags for a word', 'B-PER|B-LOC O O', ['B-PER|B-LOC O O']],
  ['spaces, with types that have commas', 'B-PER,sub O O', ['B-PER,sub O O']],
])('tags in a string, separated by %s', (_, labels, expected) => {
  const record = JSON.stringify({ text: 'Ada left .', labels });
  expect(tagsOf(readText(`${record}\n${record}\n`, {}, 'a.jsonl'))).toEqual([...expected, ...expected]);
});

const PARTS = ['林', '小明', '在', '维尔德市', '3月', '唱歌', '。'];

test('tags of characters, in a list or a string, in any case and with any name of outside', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ part: fc.constantFrom(...PARTS), type: fc.constantFrom(undefined, 'PER', 'LOC') }), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.constantFrom('O', '0'),
      fc.boolean(),
      fc.boolean(),
      (parts, outside, isList, isLower) => {
        const sentence = [{ part: '林小', type: 'PER' }, { part: '在' }, ...parts];
        const tags = sentence.flatMap(({ part, type }) =>
          [...part].map((_, i) => (type === undefined ? outside : `${i === 0 ? 'B' : 'I'}-${type}`)),
        );
        const written = isLower ? tags.map((tag) => tag.toLowerCase()) : tags;
        const text = sentence.map(({ part }) => part).join('');
        const line = JSON.stringify({ text, labels: isList ? written : written.join(' '), intent: 'find' });
        const corpus = readText(`${line}\n`, {}, 'a.jsonl');
        expect(corpus.sentences[0]!.tokens).toEqual([...text]);
        expect(tagsOf(corpus)).toEqual([written.join(' ')]);
        const found = sentence.filter(({ type }) => type !== undefined).length;
        expect(corpus.sentences[0]!.spans).toHaveLength(found);
      },
    ),
  );
});

test.each([
  ['a number', { text: 'Ada', code: '0', entities: [[0, 3, 'PER']] }],
  ['a word with a hyphen', { text: 'tree', kind: 'b-tree', entities: [[0, 4, 'PER']] }],
  ['a letter', { text: 'Ada', kind: 'o', entities: [[0, 3, 'PER']] }],
])('%s is no tag', (_, record) => {
  const corpus = readText(`${JSON.stringify(record)}\n`, {}, 'a.jsonl');
  expect(corpus.sentences[0]!.spans).toMatchObject([{ start: 0, end: 1, type: 'PER' }]);
});
