import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNames } from '../../data/features/read-names.ts';
import { looksLikeRules, readRules, readRulesOrNames, rulesOfNames, writeRules } from './read-rules.ts';
import { ruleProblem } from './matches.ts';
import type { Rule } from './rule.ts';

const read = (text: string) => readRules('rules.tsv', new TextEncoder().encode(text));

const RULES: Rule[] = [
  { kind: 'names', type: 'LOC', value: 'Weir|Port Vale', before: '', after: '' },
  { kind: 'expression', type: 'ORG', value: String.raw`[A-Z]\w+ (Inc|Ltd)\b`, before: 'at', after: '.|,' },
  { kind: 'lowerCase', type: 'O', value: '', before: '', after: '' },
];

test('rules are written and read back', () => {
  const text = writeRules(RULES);
  expect(looksLikeRules(text)).toBe(true);
  expect(read(text)).toMatchObject({ rules: RULES, problems: [] });
});

test('every rule is written as a line that is read back', () => {
  const cell = fc.stringMatching(/^[\w#|@ÄöÉ.-]{0,8}$/u);
  const rule = fc.record({ kind: fc.constantFrom('names', 'lowerCase', 'capitals'), type: cell, value: cell, before: cell, after: cell, name: cell }); // prettier-ignore
  fc.assert(
    fc.property(fc.array(rule), (drawn) => {
      const rules = (drawn as Rule[]).filter((one) => ruleProblem(one) === undefined);
      const back = rules.length === 0 ? [] : read(writeRules(rules)).rules;
      expect(back.map((one) => ({ ...one, name: one.name ?? '' }))).toEqual(rules);
    }),
  );
});

test('a list of names is a rule, of the type that is given or in the file', () => {
  const file = readNames('lists/towns.txt', new TextEncoder().encode('Weir\nPort Vale\n'));
  const [rule] = rulesOfNames(file, 'LOC');
  expect(rule).toMatchObject({ kind: 'names', type: 'LOC', value: 'Weir\nPort Vale', name: 'towns.txt' });
  expect(rulesOfNames(file)[0]!.type).toBe('towns');
  expect(read(writeRules([rule!])).rules[0]!.value).toBe('Weir|Port Vale');
});

test.each([
  ['PER\tword\tAda', 'its kind is “word”, expected names, expression'],
  ['PER', 'its kind is empty'],
  ['PER\tnames\t|', 'there are no names'],
  ['\tnames\tAda', 'it has no type'],
  ['PER\texpression\t(a', 'it is no regular expression'],
  ['PER\texpression\t(a+)+b', 'may take forever'],
  ['PER\texpression\t(?:a|(b|a))+c', 'repeated alternatives'],
  ['PER\texpression\t((a|a)b?){2,}c', 'repeated alternatives'],
])('%j is reported with its line and the reason', (line, reason) => {
  const { rules, problems } = read(`type\tkind\tvalue\n# a comment\n\n${line}\nLOC\tnames\tWeir\n`);
  expect(rules.map(({ value }) => value)).toEqual(['Weir']);
  expect(problems).toEqual([expect.objectContaining({ line: 4, message: expect.stringContaining(reason) as string })]);
});

test.each([
  ['in CSV', 'type,kind,value\nLOC,names,Weir|Port Vale\nORG,expression,"[A-Z]{2,3}"\n'],
  ['of Excel', 'sep=;\nType;Kind;Value\nLOC;Names;Weir|Port Vale\nORG;expression;[A-Z]{2,3}\n'],
  ['in another order', 'kind\tvalue\ttype\nnames\tWeir|Port Vale\tLOC\nexpression\t[A-Z]{2,3}\tORG\n'],
  ['without a header', 'LOC\tnames\tWeir|Port Vale\nORG\texpression\t[A-Z]{2,3}\n'],
  ['below comments', '# of the county\n\ntype\tkind\tvalue\nLOC\tnames\tWeir|Port Vale\nORG\texpression\t[A-Z]{2,3}\n'],
])('a table of rules %s', (_, text) => {
  const rules = [
    { type: 'LOC', kind: 'names', value: 'Weir|Port Vale' },
    { type: 'ORG', kind: 'expression', value: '[A-Z]{2,3}' },
  ];
  expect(read(text)).toMatchObject({ rules, problems: [] });
});

test('cells beyond the header are not left off without a word', () => {
  const { rules, problems } = read('type,kind,value\nORG,expression,[A-Z]{2,3}\nLOC,names,Weir\n');
  expect(rules.map(({ value }) => value)).toEqual(['Weir']);
  expect(problems[0]!.message).toContain('it has 4 cells, expected 3 at most. Put values with separators in quotation');
});

test('lists and patterns are no rules, and are read as names where both are', () => {
  const patterns = '{"label":"LOC","pattern":"Weir"}\n';
  expect(read(patterns).problems.map(({ message }) => message)).toEqual([expect.stringContaining('with --names')]);
  const bytes = new TextEncoder().encode(patterns);
  expect(readRulesOrNames('a.jsonl', bytes, 'PER').rules).toMatchObject([{ type: 'LOC', value: 'Weir' }]);
});

test('a file without rules says what was expected', () => {
  expect(read('type\tkind\tvalue\n').problems[0]!.message).toContain('Expected the header type, kind, value');
});

test.each(['Mr (Inc|Ltd)?', '[(a|b)]+', String.raw`\(a|b\)+`, '(a|b)c+', String.raw`@\w+`])(
  'the expression %s is used, in a table that is loaded on the page, too',
  (value) => {
    const bytes = new TextEncoder().encode(`type\tkind\tvalue\nORG\texpression\t${value}\n`);
    expect(readRulesOrNames('rules.tsv', bytes, 'PER')).toMatchObject({ rules: [{ value }], problems: [] });
  },
);

test('on the page, a rule whose names are in another file is a problem', () => {
  const bytes = new TextEncoder().encode('type\tkind\tvalue\nPER\tnames\t@first.txt\nLOC\tnames\tWeir\n');
  const { rules, problems } = readRulesOrNames('rules.tsv', bytes, 'PER');
  expect(rules.map(({ value }) => value)).toEqual(['Weir']);
  expect(problems.map(({ message }) => message)).toEqual([
    'Not used: only tagsmith label reads @first.txt. Add the list first.txt itself.',
  ]);
});
