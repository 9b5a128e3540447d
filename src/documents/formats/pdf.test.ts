import { expect, test } from 'vitest';
import type { Block } from '../document.ts';
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

/** A PDF whose pages have these lines each, below one another. */
function pages(...all: string[][]): Uint8Array<ArrayBuffer> {
  const kids = all.map((_, i) => `${3 + 2 * i} 0 R`);
  const objects = all.flatMap((lines, i) => {
    const stream = lines
      .map((line, k) => `BT /F1 12 Tf 50 ${760 - (k === 0 ? 0 : 30 + 14 * k)} Td (${line}) Tj ET`)
      .join('\n');
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${4 + 2 * i} 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    ];
  });
  const body = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${all.length}>>`,
    ...objects,
  ]
    .map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`)
    .join('');
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 3}>>\n`);
}

test('the first page with text is told before the others are read, and stays as it is', async () => {
  const page = (n: number) => [
    'Case of Ada Vale',
    `Page ${n} begins`,
    'and goes on',
    'for some lines',
    `up to its end ${n}.`,
  ];
  const begun: (readonly Block[])[] = [];
  const bytes = pages([], page(2), page(3), page(4), page(5));
  const { blocks } = await openDocument({ name: 'a.pdf', bytes }, (some) => begun.push(some));
  const texts = (some: readonly Block[]) => some.map(({ text, place }) => [text, place]);
  expect(begun.map(texts)).toEqual([
    [
      ['Case of Ada Vale', 'page 2'],
      ['Page 2 begins and goes on for some lines up to its end 2.', 'page 2'],
    ],
  ]);
  expect(texts(blocks).slice(0, 3)).toEqual([
    ...texts(begun[0]!),
    ['Page 3 begins and goes on for some lines up to its end 3.', 'page 3'],
  ]);
});
