import { expect, test } from 'vitest';
import { provenanceOf, readDescription } from './provenance.ts';
import type { Rule } from '../rules/rule.ts';
import { sentence, setOf } from '../testing.ts';

test('counts actions and working time without pauses', () => {
  const set = setOf([sentence('Nora sails', [{ start: 0, end: 1, type: 'PER' }], 'accepted'), sentence('Ivo')]);
  const start = Date.UTC(2026, 0, 2);
  const log = [0, 30_000, 60_000, 3_600_000].map((at) => ({ kind: 'undo' as const, at: start + at }));
  expect(provenanceOf(set, log, start)).toMatchObject({
    types: [{ name: 'PER', spans: 1 }, { name: 'ORG' }, { name: 'LOC' }, { name: 'MISC' }],
    sentences: { open: 1, accepted: 1, skipped: 0, flagged: 0 },
    sources: [{ file: 'text.txt', sentences: 2 }],
    begun: '2026-01-02T00:00:00.000Z',
    lastChanged: '2026-01-02T01:00:00.000Z',
    actions: 4,
    minutes: 1,
  });
});

test('guidelines, types and rules are read back unchanged, without what is no rule', () => {
  const types = [
    { name: 'SHIP', colour: 3, key: '2' },
    { name: 'PORT', colour: 0, key: undefined },
  ];
  const rules: Rule[] = [{ kind: 'names', type: 'PORT', value: 'Westmark', before: 'to', after: '' }];
  const set = { ...setOf([sentence('Nora sails')]), guidelines: 'Ships,\nnot boats.', types, rules };
  expect(readDescription(JSON.stringify(provenanceOf(set, [], 0)))).toEqual({
    guidelines: set.guidelines,
    types,
    rules,
  });
  const damaged = provenanceOf({ ...set, rules: [...rules, { ...rules[0]!, kind: 'word' as 'names' }] }, [], 0);
  expect(readDescription(JSON.stringify(damaged))!.rules).toEqual(rules);
  expect(readDescription('{"types":')).toBeUndefined();
  expect(readDescription('{"text": "Nora"}')).toBeUndefined();
  expect(readDescription('{"types": [{"name": "SHIP"}, {"name": "SHIP"}, {"name": "PORT", "key": "x"}]}')).toEqual({
    guidelines: '',
    types: [
      { name: 'SHIP', colour: 0, key: '1' },
      { name: 'PORT', colour: 1, key: '2' },
    ],
    rules: [],
  });
});
