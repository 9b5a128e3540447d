import { describe, expect, test } from 'vitest';
import { readText } from '../../test/helpers/read-text.ts';
import type { CorpusOptions } from './corpus.ts';
import { readingSettings, settingsForOther } from './reading-settings.ts';

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

describe('of another file of the form, the ends of spans', () => {
  const record = (end: number) => `{"tokens":["Ada","Byrne","ran"],"entities":[[0,${end},"PER"]]}\n`;
  const written: CorpusOptions = { scheme: 'BIO', spanEnds: 'exclusive' };
  const open = readText(record(1).repeat(2), {}, 'open.jsonl');

  test('hold where the file leaves them open', () => {
    expect(settingsForOther(written, open.question)).toEqual(written);
  });

  test('do not hold where the file shows them', () => {
    const clear = readText(record(1) + record(3), {}, 'clear.jsonl');
    expect([clear.form, clear.question]).toEqual([open.form, undefined]);
    expect(settingsForOther(written, clear.question)).toEqual({ scheme: 'BIO' });
  });

  test('do not hold where the file asks something else', () => {
    const { question } = readText('{"tokens":["Ada","ran"],"ner_tags":[1,0]}\n', {}, 'a.jsonl');
    expect(question).toBeDefined();
    expect(settingsForOther(written, question)).toEqual({ scheme: 'BIO' });
  });
});
