import { defined } from '../../lib/assert.ts';

/** Downloads a file. */
export function saveFile(name: string, contents: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers cancel the download if the URL is revoked in the same task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

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

export function saveCsv(name: string, csv: string): void {
  saveFile(`${name}.csv`, csv, 'text/csv');
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
