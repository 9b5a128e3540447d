import { expect, test } from 'vitest';
import { labelledText } from './labelled-text.ts';

test.each([
  ['types in brackets', 'Ada ~LOC~ saw Varde ~LOC~ .\nBo ~PER~ left .\nIt rained .\nBo ~PER~ came .\n', '~LOC~'],
  ['tags before words', 'B-PER#Ada saw B-LOC#Varde .\nB-PER#Bo left .\nB-PER#Bo came .\n', 'B-PER#Ada'],
  ['types below a text', 'Ada saw Varde .\nPER: Ada\nLOC: Varde\n\nBo left .\nPER: Bo\n', 'PER: Ada'],
  [
    'types behind words',
    'Ada saw Varde .\n- Ada (person)\n- Varde (location)\n\nBo left .\n- Bo (person)\n',
    '- Ada (person)',
  ],
  ['offsets', 'Ada saw Varde .\n0\t3\tPER\tAda\n8\t13\tLOC\tVarde\n\nBo left .\n0\t2\tPER\tBo\n', '0\t3\tPER\tAda'],
])('%s look like labels', (_, text, first) => {
  expect(labelledText(text)).toContain(`such as ${first}`);
});

test.each([
  [
    'a guide',
    'The types are PER, LOC and ORG.\nA PER is a person (or a group).\nWrite LOC for places.\nORG: see below.\n',
  ],
  ['prices', 'It costs 5 EUR (per person).\nOr 6 EUR (per person).\nOr 7 EUR per person.\n'],
  ['a text', 'Ada saw Varde.\nBo left the location.\nThe person was there.\n'],
])('%s does not', (_, text) => {
  expect(labelledText(text)).toBeUndefined();
});
