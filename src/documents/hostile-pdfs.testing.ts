import { deflateSync } from 'fflate';
import type { DocumentFile } from './document.ts';

const REMOTE = 'https://example.org/x';
const FONT = '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
const stream = (contents: string, more = '') => `<</Length ${contents.length}${more}>>stream\n${contents}\nendstream`;
const LINE = 'BT /F1 12 Tf 50 700 Td (Ada Vale) Tj ET';
const ONE_PAGE = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources${FONT}>>`,
  stream(LINE),
];

/** A PDF of these objects, numbered from 1. */
function pdf(objects: readonly string[], trailer = '/Root 1 0 R'): DocumentFile {
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return {
    name: 'a.pdf',
    bytes: Uint8Array.from(`%PDF-1.7\n${body}trailer<<${trailer}/Size ${objects.length + 1}>>\n`, (letter) =>
      letter.charCodeAt(0),
    ),
  };
}

/** PDF files that are damaged, or made to harm who reads them, by what is wrong with them. */
export function hostilePdfs(): Record<string, DocumentFile> {
  const [catalog = '', tree = '', page = ''] = ONE_PAGE;
  const withPage = (more: string, contents = stream(LINE), ...others: string[]) =>
    pdf([catalog, tree, page.replace('/Type/Page', `/Type/Page${more}`), contents, ...others]);
  const bomb = Array.from(deflateSync(deflateSync(new Uint8Array(20_000_000))), (byte) =>
    String.fromCharCode(byte),
  ).join('');
  const actions: Record<string, string> = {
    JavaScript: `/S/JavaScript/JS(fetch\\("${REMOTE}"\\))`,
    URI: `/S/URI/URI(${REMOTE})`,
    Launch: '/S/Launch/F(/bin/sh)',
    SubmitForm: `/S/SubmitForm/F(${REMOTE})`,
    GoToR: `/S/GoToR/F(${REMOTE})`,
    ImportData: `/S/ImportData/F(${REMOTE})`,
  };
  return {
    ...Object.fromEntries(
      Object.entries(actions).flatMap(([what, action]) => [
        [`PDF: ${what} on opening`, pdf([catalog.replace('>>', `/OpenAction<<${action}>>>>`), ...ONE_PAGE.slice(1)])],
        [`PDF: ${what} of a page`, withPage(`/AA<</O<<${action}>>>>`)],
        [`PDF: ${what} of a link`, withPage(`/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<<${action}>>>>]`)],
      ]),
    ),
    'PDF: a tree in circles': pdf([catalog, '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>', ...ONE_PAGE.slice(2)]),
    'PDF: a tree that is its own parent': pdf([
      catalog,
      '<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>',
      ...ONE_PAGE.slice(2),
    ]),
    'PDF: a page that is a tree': pdf([catalog, '<</Type/Pages/Kids[1 0 R]/Count 1>>']),
    'PDF: no pages': pdf(['<</Type/Catalog>>']),
    'PDF: a catalog that is its pages': pdf(['<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 1>>']),
    'PDF: a hundred million pages': pdf([catalog, tree.replace('/Count 1', '/Count 100000000'), ...ONE_PAGE.slice(2)]),
    'PDF: less than no pages': pdf([catalog, tree.replace('/Count 1', '/Count -5'), ...ONE_PAGE.slice(2)]),
    'PDF: the same page a thousand times': pdf([
      catalog,
      `<</Type/Pages/Kids[${'3 0 R '.repeat(1000)}]/Count 1000>>`,
      ...ONE_PAGE.slice(2),
    ]),
    'PDF: the same page a hundred thousand times': pdf([
      catalog,
      `<</Type/Pages/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000>>`,
      ...ONE_PAGE.slice(2),
    ]),
    'PDF: a stream of another length': withPage('', stream(LINE).replace(/Length \d+/, 'Length 999999999')),
    'PDF: a length in circles': withPage('', stream(LINE).replace(/Length \d+/, 'Length 4 0 R')),
    'PDF: a stream of less than nothing': withPage('', stream(LINE).replace(/Length \d+/, 'Length -1')),
    'PDF: a packed bomb': withPage('', stream(bomb, '/Filter[/FlateDecode/FlateDecode]')),
    'PDF: a hundred filters': withPage('', stream(LINE, `/Filter[${'/ASCIIHexDecode '.repeat(100)}]`)),
    'PDF: an unknown filter': withPage('', stream(LINE, '/Filter/Nothing')),
    'PDF: a form that draws itself': withPage(
      '/X 1',
      stream('/X Do'),
      stream('/X Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>`),
    ),
    'PDF: deep saving of states': withPage('', stream(`${'q '.repeat(2000)}${LINE}`)),
    'PDF: deep arrays': withPage('', stream(`${'['.repeat(50_000)} TJ ${LINE}`)),
    'PDF: deep dictionaries': pdf([catalog, tree, `${'<</A'.repeat(20_000)} 1 ${'>>'.repeat(20_000)}`]),
    'PDF: many texts': withPage('', stream(`BT /F1 1 Tf ${'(a) Tj 1 0 Td '.repeat(30_000)}ET`)),
    'PDF: texts at one place': withPage('', stream('BT /F1 12 Tf 50 700 Td (Ada) Tj ET '.repeat(3000))),
    'PDF: texts far away': withPage(
      '',
      stream('BT /F1 1e30 Tf 1e38 -1e38 Td (Ada) Tj ET BT /F1 0 Tf 0 0 Td (Vale) Tj ET'),
    ),
    'PDF: a font in circles': pdf([
      catalog,
      tree,
      page.replace(FONT, '<</Font<</F1 5 0 R>>>>'),
      stream(LINE),
      '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[5 0 R]/ToUnicode 5 0 R>>',
    ]),
    'PDF: a map of all characters': pdf([
      catalog,
      tree,
      page.replace(FONT, '<</Font<</F1 5 0 R>>>>'),
      stream(LINE),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
      stream(
        'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0000> endbfrange endcmap',
      ),
    ]),
    'PDF: tables in circles': {
      name: 'a.pdf',
      bytes: new TextEncoder().encode(
        '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Prev 9/Size 1>>\nstartxref\n9\n%%EOF',
      ),
    },
    'PDF: a table far away': {
      name: 'a.pdf',
      bytes: new TextEncoder().encode('%PDF-1.7\nstartxref\n99999999999999\n%%EOF'),
    },
    'PDF: encrypted': pdf(
      [
        ...ONE_PAGE,
        '<</Filter/Standard/V 1/R 2/O(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)/U(xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)/P -1>>',
      ],
      '/Root 1 0 R/Encrypt 5 0 R/ID[(a)(b)]',
    ),
    'PDF: a form of XFA': pdf([
      catalog.replace('>>', '/AcroForm<</XFA 5 0 R/Fields[]>>>>'),
      ...ONE_PAGE.slice(1),
      stream(`<xdp><script>fetch("${REMOTE}")</script></xdp>`),
    ]),
    'PDF: only its head': { name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7') },
    'PDF: its head a thousand times': { name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7\n'.repeat(1000)) },
  };
}

/** A PDF that is whole. */
export const onePage = (): DocumentFile => pdf(ONE_PAGE);
