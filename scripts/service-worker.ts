import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { PAGE, type Build } from '../src/service-worker/build.ts';
import { PAGE_HEADERS } from './page-headers.mjs';

const NAME = 'sw.js';
/** 14 MB that are only needed for encoders: loaded on demand, and not cached with the page. */
const ON_DEMAND = /^assets\/ort-wasm-.*\.wasm$/;
const ENTRY = fileURLToPath(new URL('../src/service-worker/main.ts', import.meta.url));

/** Writes `sw.js` after all other files, since it lists them. */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir);
    },
    writeBundle: { order: 'post', sequential: true, handler: () => writeServiceWorker(folder) },
  };
}

/** @param folder of a built studio */
export async function writeServiceWorker(folder: string): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify(buildOf(folder)) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: ENTRY, formats: ['iife'], name: 'serviceWorker', fileName: 'sw' },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput]; // a single format, without watch mode
  writeFileSync(join(folder, NAME), output[0].code);
}

function buildOf(folder: string): Build {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => path !== NAME && !path.startsWith('.') && !ON_DEMAND.test(path))
    .sort()
    .map((path) => ({ path, revision: checksum(readFileSync(join(folder, path))) }));
  const [, entry] = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(readFileSync(join(folder, PAGE), 'utf8')) ?? [];
  if (entry === undefined) throw new Error(`${PAGE} has no script to start with.`);
  return { version: checksum(JSON.stringify(files)), files, entry, headers: PAGE_HEADERS };
}

function checksum(contents: string | Uint8Array): string {
  return createHash('sha256').update(contents).digest('base64url').slice(0, 16);
}
