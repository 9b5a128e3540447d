import { defined } from '../../lib/assert.ts';
import { csvOf } from '../../lib/table-csv.ts';
import type { Table } from '../../lib/table.ts';
import { saveCsv, saveFile } from './save-file.ts';

// The files of figures and tables. The first load has none of this: it is imported on the click that saves.

const PNG_SCALE = 3; // high resolution for print

/** Properties from the style sheets of the page that must be inlined in a standalone drawing. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const;

export function saveSvg(name: string, svg: SVGSVGElement | null): void {
  if (svg) saveFile(`${name}.svg`, standalone(svg), 'image/svg+xml');
}

/** @param table undefined: its values are not there yet, and nothing is saved */
export function saveTable<Row>(name: string, table: Table<Row, unknown> | undefined): void {
  if (table) saveCsv(name, csvOf(table));
}

export async function savePng(name: string, svg: SVGSVGElement | null): Promise<void> {
  if (!svg) return;
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PNG_SCALE;
  canvas.height = height * PNG_SCALE;
  defined(canvas.getContext('2d'), () => 'No 2d canvas.').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveFile(`${name}.png`, blob, 'image/png');
}

/** The source of a drawing with inlined styles and the background of the page. */
function standalone(svg: SVGSVGElement): string {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const originals = [svg, ...svg.querySelectorAll('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  originals.forEach((original, i) => {
    const computed = getComputedStyle(original);
    const target = copies[i];
    if (target === undefined) return;
    // The content policy forbids `setAttribute('style')`.
    for (const property of PROPERTIES) target.style.setProperty(property, computed.getPropertyValue(property));
    target.removeAttribute('class');
  });
  // Pinned elements return to their original position.
  for (const pinned of copy.querySelectorAll('[data-pinned]')) pinned.removeAttribute('transform');
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('width', '100%');
  background.setAttribute('height', '100%');
  background.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(background);
  return new XMLSerializer().serializeToString(copy);
}
