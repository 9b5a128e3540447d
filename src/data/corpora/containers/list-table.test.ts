import { expect, test } from 'vitest';
import { readCorpus } from '../read-corpus.ts';
import { listTableToJson } from './list-table.ts';

const ROWS = [
  { words: ['in', 'Paris'], tags: ['O', 'B-LOC'] },
  { words: ['John', 'is', 'here'], tags: ['B-PER', 'O', 'O'] },
  { words: ['Mary', 'went'], tags: ['B-PER', 'O'] },
];

test.each([',', '|', '/', '#', ' '].flatMap((by) => [[by, false] as const, [by, true] as const]))(
  'words and tags joined by "%s", with a header: %s',
  (by, hasHeader) => {
    const rows = ROWS.map(({ words, tags }) => `"${words.join(by)}","${tags.join(by)}"\n`);
    const json = listTableToJson([...(hasHeader ? ['words,tags\n'] : []), ...rows].join(''));
    const { sentences } = readCorpus('a.jsonl', new TextEncoder().encode(json));
    expect(sentences.map(({ tokens, tags }) => ({ words: tokens, tags }))).toEqual(ROWS);
  },
);

test('a first sentence without entities is no header', () => {
  const json = listTableToJson('I|live|in|Paris,O|O|O|O\nMary|went,B-PER|O\n');
  expect(json?.trim().split('\n')).toHaveLength(2);
});
