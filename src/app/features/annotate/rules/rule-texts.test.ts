import { expect, test } from 'vitest';
import type { RuleReport } from '../../../../annotation/rules/label.ts';
import type { Rule } from '../../../../annotation/rules/rule.ts';
import { appliedInWords, reportInWords, ruleInWords, typeOfNewRule } from './rule-texts.ts';

const RULE: Rule = { kind: 'capitals', type: 'LOC', value: '', before: 'in|near', after: '' };
const REPORT: RuleReport = {
  matches: 1200,
  sentences: 900,
  overlaps: 40,
  conflicts: 12,
  annotated: 0,
  right: 0,
  precision: 0.73,
};

test.each([
  [RULE, 'Capitalized words after in, near'],
  [
    { ...RULE, kind: 'names', value: 'Weir\nPort Vale', before: '', after: 'Inc.' },
    'Names Weir, Port Vale before Inc.',
  ],
  [{ ...RULE, kind: 'names', value: 'Weir', before: '', name: 'towns.txt' }, 'Names towns.txt'],
  [{ ...RULE, kind: 'expression', value: 'a|b', before: '' }, 'Regular expression a|b'],
] as [Rule, string][])('%j', (rule, text) => {
  expect(ruleInWords(rule)).toBe(text);
});

test('how a rule did: measured on annotated sentences, or estimated', () => {
  expect(reportInWords(RULE, REPORT)).toBe('1,200 matches, 12 contradicted · estimated .73 right');
  expect(reportInWords(RULE, { ...REPORT, conflicts: 0, annotated: 20, right: 18 })).toBe(
    '1,200 matches · 18 of 20 right',
  );
  expect(reportInWords({ ...RULE, kind: 'lowerCase' }, REPORT)).toBe('1,200 matches');
  expect(reportInWords({ ...RULE, kind: 'expression', value: '(a+)+' }, REPORT)).toMatch(
    /^not used: .*may take forever/,
  );
});

test('what the rules say together', () => {
  const span = { start: 0, end: 1, type: 'LOC', probability: 0.8 };
  const sentences = [
    { length: 4, spans: [span], unknown: [2] },
    { length: 3, spans: [], unknown: [] },
  ];
  expect(appliedInWords({ reports: [], sentences, unknown: 1 / 7 })).toBe(
    'The rules find 1 entity in 1 of 2 sentences, and leave 14% of the words open.',
  );
});

test('a new rule has the type that was chosen last, unless the set has it no more', () => {
  const types = [{ name: 'PERSON' }, { name: 'LOC' }];
  expect(['LOC', 'O', 'PER', undefined].map((chosen) => typeOfNewRule(types, chosen))).toEqual([
    'LOC',
    'O',
    'PERSON',
    'PERSON',
  ]);
});
