import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type * as OnnxRuntime from 'onnxruntime-web';
import type { Runtime } from '../../encoder/session.ts';
import { StudioError } from '../../lib/errors.ts';

/** Next to the built command line (scripts/onnx-runtime-beside.ts). Its WebAssembly module is that of the built studio. */
const BUILT = new URL('./onnxruntime/ort.mjs', import.meta.url);
const GLUE = new URL('./onnxruntime/ort-wasm-simd-threaded.mjs', import.meta.url);
const STUDIO_ASSETS = new URL('../dist/assets/', import.meta.url);

/** More threads are slower, because the matrices are small. */
const MAX_THREADS = 4;

/**
 * ONNX Runtime for WebAssembly: the copy in the npm package or, in the repository, the installed dependency.
 *
 * @throws StudioError NotReady if the studio is not built
 */
export async function onnxRuntime(): Promise<Runtime> {
  const isBuilt = existsSync(BUILT);
  const ort = (await (isBuilt
    ? import(/* @vite-ignore */ BUILT.href)
    : import('onnxruntime-web'))) as typeof OnnxRuntime;
  ort.env.wasm.numThreads = Math.min(MAX_THREADS, availableParallelism());
  if (isBuilt) {
    ort.env.wasm.wasmPaths = { mjs: GLUE.href };
    ort.env.wasm.wasmBinary = wasmOfStudio();
  }
  return ort;
}

function wasmOfStudio(): Uint8Array<ArrayBuffer> {
  const folder = fileURLToPath(STUDIO_ASSETS);
  const name = existsSync(folder) && readdirSync(folder).find((file) => /^ort-wasm-.*\.wasm$/.test(file));
  if (!name)
    throw new StudioError('NotReady', `There is no ONNX Runtime in ${folder}: build the studio with npm run build.`);
  return new Uint8Array(readFileSync(new URL(name, STUDIO_ASSETS)));
}
