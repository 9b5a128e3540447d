import * as ort from 'onnxruntime-web/wasm';
import glue from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { Runtime } from '../../encoder/session.ts';

/** ONNX Runtime for WebAssembly, from this origin. @param threads more than one requires shared memory */
export function onnxRuntime(threads: number): Runtime {
  ort.env.wasm.wasmPaths = { mjs: new URL(glue, import.meta.url).href, wasm: new URL(wasm, import.meta.url).href };
  ort.env.wasm.numThreads = threads;
  return ort;
}
