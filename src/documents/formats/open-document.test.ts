import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipped } from '../planted.testing.ts';
import type { Entity } from '../redaction/plan.ts';
import { Pseudonyms } from '../redaction/pseudonyms.ts';
import { redactDocument } from '../redaction/redact-document.ts';
import { openDocument } from '../registry.ts';

/** The content of a text document whose first word is marked. */
async function marked(before: string): Promise<string> {
  const content = `<office:document-content>${before}<office:body><office:text><text:p>Ada left.</text:p></office:text></office:body></office:document-content>`;
  const document = await openDocument(
    zipped('a.odt', { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content }),
  );
  const entity: Entity = { block: 0, start: 0, end: 3, type: 'PER', probability: 1, by: 'model' };
  const written = await redactDocument(document, [entity], { others: 'mark', byType: {} }, new Pseudonyms());
  return contentOf(written);
}

const contentOf = ({ bytes }: { bytes: Uint8Array }) => strFromU8(unzipSync(bytes)['content.xml']!);
const OPEN_SHEET = { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' };

test.each(['', '<office:automatic-styles/>', '<office:automatic-styles></office:automatic-styles>'])(
  'a mark has a style with its namespaces, beside the styles %j of the document',
  async (styles) => {
    const content = await marked(styles);
    expect(content).toContain('<text:p><text:span text:style-name="Tagsmith_PER">Ada</text:span> left.</text:p>');
    expect(content).toMatch(
      /^<office:document-content><office:automatic-styles><style:style xmlns:style="[^"]+" xmlns:fo="[^"]+" style:name="Tagsmith_PER"/,
    );
    expect(content.match(/<office:automatic-styles>/g)).toHaveLength(1);
  },
);

test('a redaction of a sheet leaves values in place of formulas, and no names, rules, pivot tables or changes', async () => {
  const name = 'TomArden'; // is no word of the text
  const content = `<office:document-content><office:body><office:spreadsheet>
    <table:tracked-changes><table:previous><text:p>${name}</text:p></table:previous></table:tracked-changes>
    <table:content-validations><table:content-validation table:name="v" table:condition="of:${name}"/></table:content-validations>
    <table:table table:name="S"><table:table-row>
      <table:table-cell table:content-validation-name="${name}" table:formula="of:=[${name}]+1" office:value="3"><text:p>3</text:p></table:table-cell>
      <table:table-cell><text:p>Ada left</text:p></table:table-cell></table:table-row>
      <table:named-expressions><table:named-range table:name="${name}" table:cell-range-address="S.A1"/></table:named-expressions>
      <calcext:conditional-formats><calcext:condition calcext:value="${name}=1"/></calcext:conditional-formats></table:table>
    <table:database-ranges><table:database-range table:name="${name}"/><table:database-range table:name="__Anonymous_Sheet_DB__0"/></table:database-ranges>
    <table:data-pilot-tables><table:data-pilot-table table:name="${name}"/></table:data-pilot-tables>
  </office:spreadsheet></office:body></office:document-content>`;
  const document = await openDocument(zipped('a.ods', { ...OPEN_SHEET, 'content.xml': content }));
  expect(document.blocks.map(({ text }) => text)).toEqual(['3', 'Ada left']);
  const written = async (others: 'label' | 'mark') =>
    contentOf(await redactDocument(document, [], { others, byType: {} }, new Pseudonyms()));
  const redacted = await written('label');
  expect(redacted).not.toContain(name);
  expect(redacted).toContain('office:value="3"><text:p>3</text:p>');
  expect(redacted).toContain('__Anonymous_Sheet_DB__0');
  expect(await written('mark')).toBe(content);
});
