import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

test('a TEI document: blocks are texts, the header is none', () => {
  const xml = `<?xml version="1.0"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><title>No text</title></teiHeader>
<text><body><p><persName>Ada <!-- x -->Byrne</persName> saw <name type="place">Varde</name> &amp; left.</p>
<p>It rained.</p></body></text></TEI>`;
  const corpus = readText(xml, {}, 'a.xml');
  expect(tokensOf(corpus)).toEqual(['Ada Byrne saw Varde & left .', 'It rained .']);
  expect(entitiesOf(corpus)).toEqual(['persName Ada Byrne', 'place Varde']);
});

test('lines of text: touching and nested elements', () => {
  const corpus = readText(
    '<PER>Ada</PER><LOC>Varde</LOC> ran.\nThe <ORG>Bank of <LOC>Varde</LOC></ORG>.\n',
    {},
    'a.txt',
  );
  expect(corpus.format).toBe('inlineXml');
  expect(entitiesOf(corpus)).toEqual(['PER Ada', 'LOC Varde', 'ORG Bank of Varde']);
  expect(corpus.problems.map(({ line, kind }) => [line, kind])).toEqual([[2, 'spans']]); // the nested one
});

test('elements of unknown meaning are refused', () => {
  expect(() => readText('<PER>Ada</PER> <hi>ran</hi>\n', {}, 'a.txt')).toThrow(
    'as Tagsmith knows them: hi. Remove them',
  );
});

test('words that look like elements, in columns, are not', () => {
  expect(readText('<PAD>x</PAD>\tO\nMira\tB-PER\n', {}, 'a.tsv').format).toBe('conll');
  expect(tokensOf(readText('<b>\tO\nMira\tB-PER\n', {}, 'a.tsv'))).toEqual(['<b> Mira']);
});
