import { expect, test } from 'vitest';
import {
  ambiguousInWords,
  barsOf,
  documentsInWords,
  duplicatesInWords,
  lengthsInWords,
  rareTagsInWords,
  sharedInWords,
} from './in-words.ts';
import { csvOf } from '../../../lib/table-csv.ts';
import { labelsTable } from './tables.tsx';

const LENGTHS = {
  bins: [
    { label: '1', count: 30 },
    { label: '2', count: 0 },
    { label: '3+', count: 15 },
  ],
  mean: 1.666,
  median: 1,
  longest: { tokens: 7, line: 1200 },
};

test('the heights of bars are proportional to their counts', () => {
  const { bars } = barsOf(LENGTHS, 300, 130);
  expect(bars.map(({ height }) => height)).toEqual([100, 0, 50]);
  expect(bars.map(({ y, height }) => y + height)).toEqual([114, 114, 114]);
  expect(bars[1]!.x - bars[0]!.x).toBe(100);
});

test('lengths, shared entities and duplicates in words', () => {
  expect(lengthsInWords(LENGTHS)).toBe('Mean 1.7, median 1; the longest has 7 tokens, in line 1,200.');
  const shared = { train: 'a.train', file: 'a.dev', count: 200, shared: 71, types: [] };
  expect(sharedInWords(shared)).toBe('71 of 200 entities of a.dev (35.5%) are entities of a.train, too.');
  const duplicates = { other: 'a.dev', role: 'dev', count: 1, long: 0, examples: [] } as const;
  expect(duplicatesInWords({ ...duplicates, examples: [] })).toBe(
    '1 sentence is also in a.dev (dev), with fewer than five tokens.',
  );
  expect(duplicatesInWords({ ...duplicates, count: 12, long: 3, examples: [] })).toBe(
    '12 sentences are also in a.dev (dev), 3 of them with at least five tokens.',
  );
});

test('ambiguous words: what they are, if there are none', () => {
  expect(ambiguousInWords({ count: 0, listed: [] })).toBe('Words with several labels (types or O).');
  expect(ambiguousInWords({ count: 1, listed: [] })).toMatch(/^1 word with several labels .* come first\.$/);
});

test('the first twenty tags that occur once are listed', () => {
  const rareTags = Array.from({ length: 22 }, (_, i) => ({ tag: `B-T${i}`, line: i + 1 }));
  const statistics = { rareTags } as Parameters<typeof rareTagsInWords>[0]['statistics'];
  expect(rareTagsInWords({ statistics } as Parameters<typeof rareTagsInWords>[0])).toMatch(
    /once: B-T0 \(line 1\), .*, and 2 more\./,
  );
});

test('the CSV file has one row per text and label', () => {
  expect(csvOf(labelsTable([{ text: 'Port, Vale', count: 3, labels: [{ label: 'LOC', count: 3 }] }]))).toBe(
    'text,label,count\n"Port, Vale",LOC,3\n',
  );
});

test('documents, and those that are read in windows', () => {
  const documents = { count: 2, longest: { tokens: 1400, line: 3 }, long: 0, window: 1024 };
  expect(documentsInWords(documents)).toBe('2 documents; the longest has 1,400 tokens, from line 3.');
  expect(documentsInWords({ ...documents, long: 1 })).toContain('Models that read documents read 1 of them in windows');
  expect(documentsInWords({ ...documents, long: 2 })).toContain('read them in windows of 1,024 tokens.');
});
