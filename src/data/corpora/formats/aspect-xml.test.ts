import { expect, test } from 'vitest';
import { entitiesOf, readText } from '../../../../test/helpers/read-text.ts';

const REVIEWS_2014 = `<?xml version="1.0" encoding="UTF-8"?>
<sentences>
  <sentence id="1"><text>It rained.</text></sentence>
  <sentence id="2">
    <text>The fish &amp; chips were good, the bill was not.</text>
    <aspectTerms>
      <aspectTerm term="fish &amp; chips" polarity="positive" from="4" to="16"/>
      <aspectTerm term="bill" polarity="negative" from="32" to="36"/>
    </aspectTerms>
    <aspectCategories><aspectCategory category="food" polarity="positive"/></aspectCategories>
  </sentence>
</sentences>`;
const REVIEWS_2016 = `<Reviews><Review rid="7"><sentences>
  <sentence id="7:0"><text>The tea is good.</text><Opinions>
    <Opinion target="tea" category="DRINKS#QUALITY" polarity="positive" from="4" to="7"/>
    <Opinion target="tea" category="DRINKS#STYLE" polarity="positive" from="4" to="7"/>
    <Opinion target="NULL" category="PLACE#GENERAL" polarity="negative" from="0" to="0"/>
  </Opinions></sentence>
  <sentence id="7:1"><text>Never again.</text></sentence>
</sentences></Review></Reviews>`;

test('SemEval 2014: what the type of an aspect term is, is asked', () => {
  const { question, sentences, format } = readText(REVIEWS_2014, {}, 'a.xml');
  expect([sentences.length, format]).toEqual([2, 'standOffXml']);
  expect(question!.reason).toContain('polarity (positive, negative)');
  const [one, polarity] = question!.options.map(({ settings }) => readText(REVIEWS_2014, settings, 'a.xml'));
  expect(entitiesOf(one!)).toEqual(['aspectTerm fish & chips', 'aspectTerm bill']);
  expect(entitiesOf(polarity!)).toEqual(['positive fish & chips', 'negative bill']);
  expect([one!.problems, one!.question]).toEqual([[], undefined]);
});

test('SemEval 2016: several opinions about the same words are one entity, those about none are left out', () => {
  const { question } = readText(REVIEWS_2016, {}, 'a.xml');
  expect(question!.options.map(({ label }) => label)).toEqual(['Opinion: one type for all', 'their category']);
  const corpus = readText(REVIEWS_2016, { tagField: 'Opinion' }, 'a.xml');
  expect(entitiesOf(corpus)).toEqual(['Opinion tea']);
  expect(corpus.problems.map(({ message }) => message).join()).toContain('opinions about no words of the text');
  expect(corpus.documents).toBe(1);
});

test('an aspect term that is not at its place is named with its line', () => {
  const wrong = REVIEWS_2014.replace('from="32" to="36"', 'from="0" to="3"');
  const { problems } = readText(wrong, { tagField: 'polarity' }, 'a.xml');
  expect(problems).toMatchObject([{ line: 4, message: expect.stringContaining('“bill” according to the file') as string }]); // prettier-ignore
});
