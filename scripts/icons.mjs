// Draws the icons of public/icons: lines of text, an entity marked in one of them.
//
//   node scripts/icons.mjs
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from './chromium.mjs';

const FOLDER = 'public/icons';
const SIZES = [192, 512];

/** @param {{ corner: number, scale: number }} shape a maskable icon has no corners, and its content in the middle */
const drawing = ({ corner, scale }) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="${corner}" fill="#0c6b75"/>
  <g transform="translate(32 32) scale(${scale}) translate(-32 -32)" stroke-linecap="round" stroke-width="5">
    <path d="M13 17h38M13 47h24" stroke="#a0d2d6"/>
    <rect x="10.5" y="24" width="28" height="16" rx="4.5" fill="#fff"/>
    <path d="M18 32h13" stroke="#0c6b75" stroke-width="4"/>
    <path d="M47 32h4" stroke="#a0d2d6"/>
  </g>
</svg>
`;

const plain = drawing({ corner: 14, scale: 1 });
await mkdir(FOLDER, { recursive: true });
await writeFile(join(FOLDER, 'icon.svg'), plain);
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
const page = await browser.newPage();
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size });
  for (const { name, svg } of [
    { name: 'icon', svg: plain },
    { name: 'maskable', svg: drawing({ corner: 0, scale: 0.8 }) },
  ]) {
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    await page.screenshot({ path: join(FOLDER, `${name}-${size}.png`), omitBackground: true });
  }
}
await browser.close();
