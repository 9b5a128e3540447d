// Compiles the AssemblyScript (every src/**/*.as.ts, joined by the entries) into WebAssembly modules: the kernels for
// baseline SIMD and for relaxed SIMD, where `f32x4.relaxed_madd` is one fused instruction (`ASC_FEATURE_RELAXED_SIMD`
// tells the source which one it is being compiled for), and the parser of vectors files. Does nothing when all are
// newer than the sources.
import { main as compile } from 'assemblyscript/asc';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pairProducts } from './pair-products.mjs';
import { enableRelaxedSimd } from './relaxed-simd.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Every module imports its memory, which the host makes. */
const COMMON = '-O3 --disableWarning 112 --noAssert --runtime stub --enable simd --importMemory --noExportMemory';

/** That of the kernels is shared: 16 MiB at first, 4 GiB (all of wasm32) at most. */
const PAGES = { initial: 256, maximum: 65536 };
const SHARED = `--enable threads --sharedMemory --initialMemory ${PAGES.initial} --maximumMemory ${PAGES.maximum}`;

const KERNELS = ['src/kernels/simd/assembly/index.as.ts', 'src/crf/index.as.ts'];
const VECTORS = 'src/data/vectors';
const MODULES = [
  { entries: KERNELS, out: 'src/kernels/simd/generated/tagsmith.baseline.wasm', options: `${COMMON} ${SHARED}` },
  {
    entries: KERNELS,
    out: 'src/kernels/simd/generated/tagsmith.relaxed.wasm',
    options: `${COMMON} ${SHARED} --enable relaxed-simd`,
  },
  { entries: [`${VECTORS}/rows.as.ts`], out: `${VECTORS}/generated/rows.wasm`, options: COMMON },
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
  const newestInput = Math.max(
    ...['scripts/build-wasm.mjs', 'scripts/pair-products.mjs', 'package-lock.json', ...sources()].map(modifiedAt),
  );
  return MODULES.every(({ out }) => modifiedAt(out) > newestInput);
}

/**
 * What is compiled are pure functions over pointers: nothing in memory is theirs, and nothing but the memory is imported.
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
 * The text of a source file. `// @inline` becomes the decorator: TypeScript knows none on functions, so that no other tool
 * could read the file.
 *
 * @param {string} path
 * @param {string} folder
 * @returns {string | null} null where there is no such file: the compiler tries several names
 */
function readSource(path, folder) {
  const file = resolve(folder, path);
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/^\/\/ @inline$/gm, '@inline') : null;
}

if (isUpToDate()) process.exit(0);
enableRelaxedSimd();
for (const { entries, out, options } of MODULES) {
  mkdirSync(dirname(out), { recursive: true });
  const temporary = join(dirname(out), `${process.pid}.${basename(out)}`); // renamed when whole: a reader never sees half a module
  const { error } = await compile([...entries, ...options.split(' '), '-o', temporary], {
    stderr: process.stderr,
    readFile: readSource,
  });
  if (error) process.exit(1);
  try {
    pairProducts(temporary);
    await checkIsPure(temporary);
    renameSync(temporary, out);
  } finally {
    rmSync(temporary, { force: true });
  }
  console.log(`${out}: ${statSync(out).size} bytes`);
}
