import { expect, test } from 'vitest';
import { hasIntents } from './items.ts';
import { isPlain } from './sample.ts';

const SPACES = ' '.repeat(100_000);

test.each([
  ['before a rule', `${SPACES}x ---`],
  ['between the cells of a rule', `|${SPACES}---${SPACES}x`],
  ['commas before the mark of a document', `${','.repeat(100_000)}x-DOCSTART-`],
  ['around the mark of intents', `Oslo${SPACES}x <=> ${SPACES}x${SPACES}y`],
])('a line with white space %s is examined once', (_, line) => {
  expect([isPlain(line), hasIntents(line)]).toEqual([true, false]);
});

test.each([
  ['a rule', '  | :--- | ---: |  ', false, false],
  ['a document mark behind a number', '1\t-DOCSTART-', false, false],
  ['a document mark in the last cell', 'O|-X-|-DOCSTART-', false, false],
  ['dashes between bars', '---|', true, false],
  ['intents', 'Oslo/B-LOC <=> go \t', true, true],
  ['no words before the intents', '<=> go', true, false],
])('a line of %s', (_, line, isToken, isIntents) => {
  expect([isPlain(line), hasIntents(line)]).toEqual([isToken, isIntents]);
});
