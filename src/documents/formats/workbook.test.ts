import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipped } from '../planted.testing.ts';
import { Pseudonyms } from '../redaction/pseudonyms.ts';
import { redactDocument } from '../redaction/redact-document.ts';
import { openDocument } from '../registry.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const workbook = (sheet: string, names = '') =>
  zipped('a.xlsx', {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets><sheet name="S" r:id="a"/></sheets>${names}</workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>Otter</t></si><si><t>Hidden badger</t></si></sst>',
    [SHEET]: `<worksheet><cols><col min="2" max="2" width="0" customWidth="1"/></cols><sheetData>${sheet}</sheetData></worksheet>`,
  });
const inline = (text: string, reference = '') => `<c t="inlineStr"${reference}><is><t>${text}</t></is></c>`;
const shared = (n: number) => `<c t="s"><v>${n}</v></c>`;

test('cells and rows without a reference follow the one before, in hidden columns too', async () => {
  const rows = [
    `<row>${inline('A one')}${inline('Hidden two')}${inline('C three')}</row>`,
    `<row r="5"><c/>${shared(1)}${shared(0)}</row>`,
    `<row>${inline('AA four', ' r="AA6"')}${inline('AB five')}${inline('Hidden six', ' r="b6"')}${inline('C seven')}</row>`,
  ];
  const document = await openDocument(workbook(rows.join('')));
  const shown = document.blocks.filter(({ isHidden }) => isHidden !== true);
  expect(shown.map(({ place, text }) => `${place} ${text}`)).toEqual([
    'S!C5 Otter',
    'S!A1 A one',
    'S!C1 C three',
    'S!AA6 AA four',
    'S!AB6 AB five',
    'S!C6 C seven',
  ]);
  const { bytes } = await redactDocument(document, [], { others: 'label', byType: {} }, new Pseudonyms());
  const parts = unzipSync(bytes);
  expect(strFromU8(parts[SHEET]!) + strFromU8(parts['xl/sharedStrings.xml']!)).not.toContain('Hidden');
});

test.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])('a row with %s is hidden', async (attributes) => {
  const { blocks } = await openDocument(
    workbook(`<row ${attributes}>${inline('a')}</row><row ht="12">${inline('b')}</row>`),
  );
  const rows = blocks.filter(({ place }) => place.startsWith('S!'));
  expect(rows.map(({ text, isHidden }) => [text, isHidden])).toEqual([
    ['a', true],
    ['b', undefined],
  ]);
});

test('formulas of validations and conditional formats are removed', async () => {
  const rules = `<conditionalFormatting><cfRule><formula>TomArden=1</formula></cfRule></conditionalFormatting><dataValidations><dataValidation><formula1>TomArden</formula1></dataValidation></dataValidations>`;
  const document = await openDocument(
    workbook(`<row>${inline('Tom Arden left')}</row></sheetData>${rules}<sheetData>`),
  );
  const { bytes } = await redactDocument(document, [], { others: 'label', byType: {} }, new Pseudonyms());
  expect(strFromU8(unzipSync(bytes)[SHEET]!)).not.toContain('TomArden');
});

test('names of cells are removed with the formulas, not those of Excel', async () => {
  const name = (own: string) => `<definedName name="${own}">S!$A$1</definedName>`;
  const names = `<definedNames>${name('TomArden')}${name('_xlnm.Print_Area')}</definedNames>`;
  const document = await openDocument(workbook(`<row>${inline('Tom Arden left')}</row>`, names));
  const writtenWith = async (others: 'label' | 'mark') => {
    const { bytes } = await redactDocument(document, [], { others, byType: {} }, new Pseudonyms());
    return strFromU8(unzipSync(bytes)['xl/workbook.xml']!);
  };
  expect(await writtenWith('label')).toContain(`<definedNames>${name('_xlnm.Print_Area')}</definedNames>`);
  expect(await writtenWith('mark')).toContain(names);
});

test('a reference of any length is read', async () => {
  const document = await openDocument(
    workbook(`<row>${inline('far', ` r="${'Z'.repeat(1000)}1"`)}${inline('on')}</row>`),
  );
  expect(document.blocks.filter(({ place }) => place.startsWith('S!'))).toHaveLength(2);
});

test('a workbook whose elements have a prefix is refused, in place of being left as it is', async () => {
  const sheet =
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:row><x:c t="s"/></x:row></x:worksheet>';
  const file = zipped('a.xlsx', {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook/>',
    'xl/_rels/workbook.xml.rels': '<Relationships/>',
    [SHEET]: sheet,
  });
  await expect(openDocument(file)).rejects.toThrow(
    'has x:c in place of c. Open it in Excel or LibreOffice and save it anew.',
  );
});
