// The self-contained folder that measures training on a GPU: needs no network and no node_modules and, with --with-node, no Node.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { buildNodeEngine, buildPageEngine, packageFile } from '../lib/build.mjs';
import { OUT, ROOT } from '../lib/paths.mjs';

const RUN = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
node="$here/node"
[ -x "$node" ] || node=node
exec "$node" "$here/run.mjs" "$@"
`;

/** @param {string} folder @param {boolean} withNode */
export async function buildGpuPack(folder, withNode) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildNodeEngine(join(folder, 'engine'));
  await buildPageEngine(join(folder, 'page'));
  await buildRunner(folder);
  cpSync(join(ROOT, 'bench/peers'), join(folder, 'peers'), {
    recursive: true,
    filter: (path) => !/\.ts$|__pycache__/.test(path),
  });
  copyPackage(folder, 'playwright-core', () => true);
  copyDawn(folder);
  writeFileSync(join(folder, 'run'), RUN);
  chmodSync(join(folder, 'run'), 0o755);
  if (withNode) cpSync(process.execPath, join(folder, 'node'), { dereference: true });
}

/** @type {Promise<string> | undefined} */
let ofSections;

/** The folder for the sections of `bench.mjs`, built once in a process. */
export function packOfSections() {
  const folder = join(OUT, 'tagsmith-bench-gpu');
  return (ofSections ??= buildGpuPack(folder, false).then(() => folder));
}

/** @param {string} folder */
async function buildRunner(folder) {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { playwright: 'playwright-core' } }, // the only part that is needed
    build: {
      ssr: 'bench/gpu/run.mjs',
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'run.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: true, external: ['playwright-core'] },
  });
}

/** Dawn for this kind of machine, if the optional package `webgpu` is installed. @param {string} folder */
function copyDawn(folder) {
  const platform = `${process.platform}-${process.platform === 'darwin' ? 'universal' : process.arch}`;
  const isNeeded = /** @param {string} path */ (path) =>
    !/\/dist\/[^/]+/.test(path) || path.includes(`/dist/${platform}`);
  if (!copyPackage(folder, 'webgpu', isNeeded)) {
    console.log(
      'The optional package `webgpu` (Dawn) is not installed: only browsers will have WebGPU (npm install --no-save webgpu).',
    );
  }
}

/** @param {string} folder @param {string} name @param {(path: string) => boolean} filter */
function copyPackage(folder, name, filter) {
  const main = packageFile(`${name}/package.json`) ?? packageFile(name);
  if (main === undefined) return false;
  cpSync(dirname(main), join(folder, 'node_modules', name), { recursive: true, filter });
  return true;
}
