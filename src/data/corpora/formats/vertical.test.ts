import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const VERTICAL = `<doc id="1">
<p>
<s>
<name type="person">
<name type="given">
Ada\tNP\tada
</name>
Lind\tNP\tlind
</name>
left\tVB\tleave
<g/>
.\tSENT\t.
</s>
<s>
<LOC>
Varde\tNP\tvarde
</LOC>
&amp;\tCC\tand
</s>
</p>
</doc>
<doc id="2">
<s>
It\tPP\tit
rained\tVB\train
</s>
</doc>
`;

test('elements around words in lines are entities, the outer ones of nested ones', () => {
  const corpus = readText(VERTICAL, {}, 'a.vrt');
  expect(corpus.format).toBe('vertical');
  expect(tokensOf(corpus)).toEqual(['Ada Lind left .', 'Varde &', 'It rained']);
  expect([entitiesOf(corpus), corpus.documents]).toEqual([['person Ada Lind', 'LOC Varde'], 2]);
  expect([corpus.problems, corpus.question]).toEqual([[], undefined]);
});

test('words alone, and sentences between blank lines', () => {
  const corpus = readText('<ne type="PER">\nAda\nLind\n</ne>\nleft\n\nIt\nrained\n', {}, 'a.txt');
  expect([tokensOf(corpus), entitiesOf(corpus)]).toEqual([['Ada Lind left', 'It rained'], ['PER Ada Lind']]);
});

test('an entity that does not end is named', () => {
  const { problems } = readText('<s>\n<ne type="PER">\nAda\tX\n</s>\n<s>\n<ne type="LOC">\nVarde\tX\n</ne>\n</s>\n');
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [2, '<ne> does not end in its sentence; it was skipped.'],
  ]);
});

test.each([
  ['tags of a scheme in a column', '<s>\n<ne type="x">\nAda\tB-PER\n</ne>\nleft\tO\n</s>\n', 'conll'],
  ['elements within lines', '<s><ne type="PER">Ada</ne> left .</s>\n<s><ne type="LOC">Varde</ne> .</s>\n', 'inlineXml'],
])('%s: another format', (_, text, format) => {
  expect(readText(text, { acceptLosses: true }).format).toBe(format);
});
