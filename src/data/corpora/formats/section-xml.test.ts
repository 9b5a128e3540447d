import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const xml = (...mentions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Label drug="zolium" track="TAC2017_ADR">
  <Text>
    <Section name="warnings" id="S1">
😀 Zolium may cause a rash, mild or deep.</Section>
    <Section name="boxed" id="S2">No pain.</Section>
  </Text>
  <Mentions>
    ${mentions.join('\n    ')}
  </Mentions>
</Label>`;
const mention = (section: string, start: string, len: string, str: string) =>
  `<Mention id="M1" section="${section}" type="AdverseReaction" start="${start}" len="${len}" str="${str}" />`;

test('TAC 2017: the mentions of each section, in parts from the first to the last', () => {
  const corpus = readText(xml(mention('S1', '22', '4', 'rash'), mention('S2', '3', '4', 'pain')), {}, 'a.xml');
  expect(tokensOf(corpus)).toEqual(['😀 Zolium may cause a rash , mild or deep .', 'No pain .']);
  expect(entitiesOf(corpus)).toEqual(['AdverseReaction rash', 'AdverseReaction pain']);
  expect([corpus.documents, corpus.problems]).toEqual([2, []]);
  const parts = readText(xml(mention('S1', '22,36', '4,4', 'rash deep')), {}, 'a.xml');
  expect(entitiesOf(parts)).toEqual(['AdverseReaction rash , mild or deep']);
  expect(parts.problems.map(({ message }) => message).join()).toContain('discontinuous spans');
});

test('a mention without a place is refused', () => {
  expect(() => readText(xml('<Mention section="S1" type="X" start="3"/>'), {}, 'a.xml')).toThrow(
    'without start and len',
  );
});
