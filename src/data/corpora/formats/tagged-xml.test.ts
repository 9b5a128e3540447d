import { expect, test } from 'vitest';
import { entitiesOf, readText, tagsOf, tokensOf } from '../../../../test/helpers/read-text.ts';

const read = (xml: string) => readText(xml, {}, 'a.xml');
const word = (text: string, tag: string) => `<w ner="${tag}">${text}</w>`;

test.each([
  ['Write an <PRODUCT name="E-mail">email</PRODUCT> to <PER>Ada</PER>.', ['PRODUCT email', 'PER Ada']],
  ['The <LOC ref="S-Bahn">train</LOC> to <LOC ref="S-Hof">Hof</LOC>.', ['LOC train', 'LOC Hof']],
  ['Then <ENAMEX TYPE="PERSON" ID="W-x">Ada</ENAMEX> ran.', ['PERSON Ada']],
  ['Then <PER id="E-a">Ada</PER> ran to <PER id="E-a">Bo</PER>.', ['PER Ada', 'PER Bo']],
  ['Then <PER note="E-a">Ada</PER> ran to <PER note="E-a">Bo</PER>.', ['PER Ada', 'PER Bo']],
])('text with elements around its entities is read as before: %s', (text, entities) => {
  const corpus = read(`<doc><p>${text}</p></doc>`);
  expect(entitiesOf(corpus)).toEqual(entities);
  expect(tokensOf(corpus).join(' ')).toBe(text.replaceAll(/<[^<>]*>/g, '').replace(/\.$/, ' .'));
});

test.each([
  '<doc><s><w id="S-a1" n="PER">Ada</w><w id="S-a1" n="O">ran</w></s></doc>',
  '<doc><p>Take the <span kind="S-Bahn">train</span> and the <span kind="U-Bahn">tube</span> now</p></doc>',
  '<doc><p>Take the <span kind="S-Bahn">train</span> and the <span kind="S-Bahn">tube</span> now</p></doc>',
  '<doc><p><span kind="S-Bahn">train</span> <span kind="U-Bahn">tube</span></p></doc>',
])('other attributes are no tags: %s', (xml) => {
  expect(() => read(xml)).toThrow('this form is not read');
});

test('a tag is found behind an id and a lemma that look like tags', () => {
  const corpus = read(
    '<s><w id="S-a" lemma="E-mail" ner="O">Mail</w> <w id="S-b" lemma="S-Bahn" ner="B-PER">Bo</w></s>',
  );
  expect(tagsOf(corpus)).toEqual(['O B-PER']);
});

test('the scheme of the tags is detected, and their spelling', () => {
  const of = (...tags: string[]) => read(`<s>${tags.map((tag) => word('x', tag)).join('')}</s>`);
  expect(entitiesOf(of('I-PER', 'E-PER', 'I-PER', 'O', 'I-PER', 'O'))).toEqual(['PER x x', 'PER x', 'PER x']);
  expect(of('B:LOC', 'I:LOC', 'O').problems).toHaveLength(0);
  expect(entitiesOf(of('B-PER', 'i-per', 'O', 'O', 'B-PER', 'O')).length).toBeGreaterThan(1);
});

test('an empty token far into a file is named', () => {
  const some = `${word('Ada', 'B-PER')}${word('ran', 'O')}`.repeat(6000);
  const xml = `<doc><s>${some}</s>\n<s>${word('', 'O')}${word('x', 'O')}</s></doc>`;
  expect(() => read(xml)).toThrow('no text in the token in line 2');
});

test('an empty token behind the head, and few tokens before it', () => {
  const first = `<s>${word('Ada', 'B-PER')}${word('ran', 'O')}</s>`;
  const xml = `<doc>${first}<s note="${'x'.repeat(10_000)}">\n${word('', 'O')}</s></doc>`;
  expect(() => read(xml)).toThrow('no text in the token in line 2');
});
