// Compiles the AssemblyScript kernels (every src/**/*.as.ts, joined by one entry) into two WebAssembly modules: baseline SIMD,
// and relaxed SIMD, where `f32x4.relaxed_madd` is one fused instruction. `ASC_FEATURE_RELAXED_SIMD` tells the source which
// one it is being compiled for. Does nothing when both modules are newer than the sources.
import { main as compile } from 'assemblyscript/asc';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enableRelaxedSimd } from './relaxed-simd.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const ENTRY = 'src/kernels/simd/assembly/index.as.ts';
const OUT = 'src/kernels/simd/generated';

/** Every module imports one shared memory, made by the host: 16 MiB at first, 4 GiB (all of wasm32) at most. */
const PAGES = { initial: 256, maximum: 65536 };

const COMMON =
  '-O3 --noAssert --runtime stub --enable simd --enable threads --importMemory --noExportMemory --sharedMemory ' +
  `--initialMemory ${PAGES.initial} --maximumMemory ${PAGES.maximum}`;
const VARIANTS = [
  { file: 'tagsmith.baseline.wasm', options: COMMON },
  { file: 'tagsmith.relaxed.wasm', options: `${COMMON} --enable relaxed-simd` },
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
  const newestInput = Math.max(...['scripts/build-wasm.mjs', 'package-lock.json', ...sources()].map(modifiedAt));
  return VARIANTS.every(({ file }) => modifiedAt(join(OUT, file)) > newestInput);
}

/**
 * Kernels are pure functions over pointers: nothing in memory is theirs, and nothing but the memory is imported.
 *
 * @param {string} path
 */
async function checkIsPure(path) {
  const module = await WebAssembly.compile(readFileSync(path));
  const imports = WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`);
  if (imports.join() !== 'env.memory') {
    throw new Error(
      `${path}: imports ${imports.join(', ')}; kernels may import env.memory only (is something aborting or allocating?)`,
    );
  }
  if (hasDataSection(readFileSync(path))) {
    throw new Error(
      `${path}: has static data, which would overwrite the host's memory; kernels may hold no array or string literals`,
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

if (isUpToDate()) process.exit(0);
enableRelaxedSimd();
mkdirSync(OUT, { recursive: true });
for (const { file, options } of VARIANTS) {
  const temporary = join(OUT, `${process.pid}.${file}`); // renamed when whole: a reader never sees half a module
  const { error } = await compile([ENTRY, ...options.split(' '), '-o', temporary], { stderr: process.stderr });
  if (error) process.exit(1);
  try {
    await checkIsPure(temporary);
    renameSync(temporary, join(OUT, file));
  } finally {
    rmSync(temporary, { force: true });
  }
  console.log(`${join(OUT, file)}: ${statSync(join(OUT, file)).size} bytes`);
}
