import { expect, test } from 'vitest';
import type { CorpusOptions } from './corpus.ts';
import { readingSettings } from './reading-settings.ts';

const ALL: CorpusOptions = {
  tagColumn: 3,
  scheme: 'BIO',
  tokenColumn: 1,
  outside: '',
  types: ['PER'],
  typesAs: { GPE: 'LOC', FAC: '' },
  unknown: '??',
  columnsAs: [undefined, 'token', 'feature', 'tag'],
  acceptLosses: true,
  tagField: 'ner',
  labelNames: ['O', 'B-PER'],
  spanEnds: 'inclusive',
  annotator: 'Ines',
};

test('settings are read back from JSON', () => {
  const written = JSON.parse(JSON.stringify(ALL)) as Record<string, unknown>;
  expect(readingSettings('a.conll', written)).toEqual(ALL);
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ role: 'test' }, /how a\.conll is read, but role is unknown\. Expected tagColumn, scheme/],
  [{ constructor: 1 }, /constructor is unknown/],
  [{ scheme: 'BILUO' }, /scheme cannot be "BILUO"/],
  [{ tagColumn: -1 }, /tagColumn cannot be -1/],
  [{ columnsAs: ['token', 'x'] }, /columnsAs cannot be/],
  [{ typesAs: { GPE: 3 } }, /typesAs cannot be/],
])('%j is refused', (written, message) => {
  expect(() => readingSettings('a.conll', written)).toThrow(message);
});
