// Compiles the AssemblyScript (every src/**/*.as.ts, joined by the entries) into WebAssembly modules: the kernels for
// baseline SIMD and for relaxed SIMD, where `f32x4.relaxed_madd` is one fused instruction (`ASC_FEATURE_RELAXED_SIMD`
// distinguishes the two in the source), the kernels for tagging only, and the parser of vectors files. Also writes the bindings
// through which the host calls them. Does nothing if all outputs are newer than the sources.
import { main as compile } from 'assemblyscript/asc';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pairProducts } from './pair-products.mjs';
import { enableRelaxedSimd } from './relaxed-simd.mjs';
import { bindingsOf, exportCollector } from './wasm-bindings.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Every module imports its memory, which the host creates. */
const COMMON = '-O3 --disableWarning 112 --noAssert --runtime stub --enable simd --importMemory --noExportMemory';

/** The memory of the kernels is shared: initially 16 MiB, at most 4 GiB (the limit of wasm32). */
const PAGES = { initial: 256, maximum: 65536 };
const SHARED = `--enable threads --sharedMemory --initialMemory ${PAGES.initial} --maximumMemory ${PAGES.maximum}`;

/**
 * @typedef {object} Module
 * @property {string[]} entries
 * @property {Record<string, string>} builds options of each file that is compiled from them
 * @property {string} bindings path of the bindings, without extension
 * @property {import('./wasm-bindings.mjs').Options} host
 */

/** @type {Module[]} */
const MODULES = [
  {
    entries: ['src/kernels/index.as.ts', 'src/crf/index.as.ts'],
    builds: {
      'src/kernels/simd/generated/tagsmith.baseline.wasm': `${COMMON} ${SHARED}`,
      'src/kernels/simd/generated/tagsmith.relaxed.wasm': `${COMMON} ${SHARED} --enable relaxed-simd`,
    },
    bindings: 'src/kernels/simd/generated/kernels',
    host: {
      pointerModule: '../../../lib/pointer.ts',
      tasks: true,
      constants: { INITIAL_PAGES: PAGES.initial, MAXIMUM_PAGES: PAGES.maximum },
    },
  },
  {
    entries: ['src/kernels/forward.as.ts'],
    builds: {
      'src/runtime/generated/forward.baseline.wasm': COMMON,
      'src/runtime/generated/forward.relaxed.wasm': `${COMMON} --enable relaxed-simd`,
    },
    bindings: 'src/runtime/generated/forward',
    host: { pointerModule: '../../lib/pointer.ts' },
  },
  {
    entries: ['src/data/vectors/rows.as.ts'],
    builds: { 'src/data/vectors/generated/rows.wasm': COMMON },
    bindings: 'src/data/vectors/generated/rows',
    host: { pointerModule: '../../../lib/pointer.ts' },
  },
];

/** @param {string} path */
function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function sources() {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.as.ts'))
    .map((path) => join('src', path));
}

function isUpToDate() {
  const scripts = ['build-wasm', 'pair-products', 'wasm-bindings'].map((name) => `scripts/${name}.mjs`);
  const newestInput = Math.max(...[...scripts, 'package-lock.json', ...sources()].map(modifiedAt));
  const outputs = MODULES.flatMap(({ builds, bindings }) => [
    ...Object.keys(builds),
    `${bindings}.js`,
    `${bindings}.d.ts`,
  ]);
  return outputs.every((path) => modifiedAt(path) > newestInput);
}

/**
 * The modules have only pure functions over pointers: they own no memory, and import nothing else.
 *
 * @param {string} path
 */
async function checkIsPure(path) {
  const module = await WebAssembly.compile(readFileSync(path));
  const imports = WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`);
  if (imports.join() !== 'env.memory') {
    throw new Error(
      `${path}: imports ${imports.join(', ')}; it may import env.memory only (is something aborting or allocating?)`,
    );
  }
  if (hasDataSection(readFileSync(path))) {
    throw new Error(
      `${path}: has static data, which would overwrite the host's memory; it may hold no array or string literals`,
    );
  }
}

/** @param {Uint8Array} wasm */
function hasDataSection(wasm) {
  const DATA = 11; // section id, WebAssembly core specification §5.5.2
  for (let at = 8; at < wasm.length;) {
    const id = wasm[at++];
    let size = 0;
    for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
      byte = wasm[at++] ?? 0;
      size |= (byte & 0x7f) << shift;
    }
    if (id === DATA) return true;
    at += size;
  }
  return false;
}

/**
 * The text of a source file. `// @inline` becomes the decorator: TypeScript has no decorators on functions, so other tools
 * could not read the file.
 *
 * @param {string} path
 * @param {string} folder
 * @returns {string | null} null if there is no such file: the compiler tries several names
 */
function readSource(path, folder) {
  const file = resolve(folder, path);
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/^\/\/ @inline$/gm, '@inline') : null;
}

/**
 * @param {string[]} entries
 * @param {string} path of the compiled module
 * @param {string} options
 * @returns its exports
 */
async function compileModule(entries, path, options) {
  const { exports, ...transform } = exportCollector(entries);
  const temporary = temporaryFor(path);
  const { error } = await compile([...entries, ...options.split(' '), '-o', temporary], {
    stderr: process.stderr,
    readFile: readSource,
    transforms: [/** @type {any} */ (transform)], // the compiler accepts objects, its declarations a class
  });
  if (error) process.exit(1);
  try {
    pairProducts(temporary);
    await checkIsPure(temporary);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  console.log(`${path}: ${statSync(path).size} bytes`);
  return exports;
}

/** Files are renamed when complete: a reader never sees a partial file. @param {string} path */
function temporaryFor(path) {
  mkdirSync(dirname(path), { recursive: true });
  return join(dirname(path), `${process.pid}.${basename(path)}`);
}

/** @param {string} path @param {string} text */
function writeWhole(path, text) {
  const temporary = temporaryFor(path);
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

if (isUpToDate()) process.exit(0);
enableRelaxedSimd();
for (const { entries, builds, bindings, host } of MODULES) {
  /** @type {import('./wasm-bindings.mjs').Exports | undefined} */
  let exports;
  for (const [path, options] of Object.entries(builds)) exports = await compileModule(entries, path, options);
  if (exports === undefined) throw new Error(`${bindings}: there is nothing to build`);
  const { js, types } = bindingsOf(exports, host); // all builds of a module have the same exports
  writeWhole(`${bindings}.js`, js);
  writeWhole(`${bindings}.d.ts`, types);
}
