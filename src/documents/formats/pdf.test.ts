import { expect, test } from 'vitest';
import { openDocument } from '../registry.ts';

/** A PDF of one page; `annotation` is the rest of its form field or comment. */
function pdf(line: string, annotation = ''): Uint8Array<ArrayBuffer> {
  const stream = `BT /F1 12 Tf 50 700 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[6 0 R]>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Annot/Rect[50 600 200 620]${annotation}>>`,
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 7>>\n`);
}

async function read(line: string, annotation?: string) {
  const { blocks, notes, formatNote } = await openDocument({ name: 'a.pdf', bytes: pdf(line, annotation) });
  expect(formatNote).toContain('written as HTML');
  return { blocks: blocks.map(({ text, place }) => [text, place]), notes };
}

test('text with its page', async () => {
  const link = '/Subtype/Link/A<</S/URI/URI(https://example.org)>>';
  expect(await read('Ada Vale came.', link)).toEqual({ blocks: [['Ada Vale came.', 'page 1']], notes: [] });
  expect(await read('')).toEqual({ blocks: [], notes: [expect.stringMatching(/has no text: its pages are images/)] });
});

test.each(['/Subtype/Widget/FT/Tx/T(name)/V(Mio)', '/Subtype/Text/Contents(Ask Mio)'])(
  'form fields and comments are told: %s',
  async (annotation) => {
    const { notes } = await read('Name:', annotation);
    expect(notes).toEqual([expect.stringMatching(/^1 form field or comment is not read\./)]);
  },
);
