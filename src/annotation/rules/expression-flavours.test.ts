import { expect, test } from 'vitest';
import { ruleKind } from './kinds.ts';
import { expressionOf } from './expression-flavours.ts';

const TEXT = 'Ada of NORRBY, Norrby and 12';

/** What an expression of any flavour finds. */
function found(value: string): string[] {
  const { source, flags } = expressionOf(value);
  return [...TEXT.matchAll(new RegExp(source, `g${flags}`))].map(([match]) => match);
}

test.each([
  ['norrby', []],
  ['(?i)norrby', ['NORRBY', 'Norrby']],
  ['/norrby/i', ['NORRBY', 'Norrby']],
  ['(?P<first>r)(?P=first)', ['rr']],
  ['[[:upper:]][[:lower:]]+', ['Ada', 'Norrby']],
  ['[[:digit:]o]+', ['o', 'o', '12']],
  [String.raw`\AAda`, ['Ada']],
  [String.raw`\d+\Z`, ['12']],
  [String.raw`\p{Lu}\w+`, ['Ada', 'NORRBY', 'Norrby']],
  [String.raw`\w+(?= and)`, ['Norrby']],
  [String.raw`\\A|Ada`, ['Ada']],
])('%s finds %j', (value, matches) => {
  expect(ruleKind('expression').problem?.(value)).toBeUndefined();
  expect(found(value)).toEqual(matches);
});

test.each([
  ['(?i)(a+)+b', 'may take forever'],
  ['/(a|b)+/i', 'repeated alternatives'],
  ['(?x) Norrby', 'it is no regular expression'],
  [String.raw`\h+`, 'it is no regular expression'],
])('%s is refused', (value, reason) => {
  expect(ruleKind('expression').problem?.(value)).toContain(reason);
});
