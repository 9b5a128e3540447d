import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const FOLDERS = ['src/kernels/simd/generated', 'src/data/vectors/generated'];

/**
 * In builds with `ssr`, Vite does not process `new URL('./generated/x.wasm', import.meta.url)`: this plugin copies the files to that path.
 */
export function wasmBeside(): Plugin {
  return {
    name: 'wasm-beside',
    generateBundle() {
      for (const folder of FOLDERS) {
        for (const file of readdirSync(folder).filter((name) => name.endsWith('.wasm'))) {
          this.emitFile({ type: 'asset', fileName: `generated/${file}`, source: readFileSync(`${folder}/${file}`) });
        }
      }
    },
  };
}
