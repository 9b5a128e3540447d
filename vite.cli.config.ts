import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { savedPage } from './scripts/saved-page.ts';
import { taggerSource } from './scripts/tagger-source.ts';

const MODULES = ['src/kernels/simd/generated', 'src/data/vectors/generated'];

/**
 * In builds for Node, Vite leaves `new URL('./generated/x.wasm', import.meta.url)` alone: here the files are put where
 * it leads.
 */
const modulesBesideMain: Plugin = {
  name: 'modules-beside-main',
  generateBundle() {
    for (const folder of MODULES) {
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.wasm'))) {
        this.emitFile({ type: 'asset', fileName: `generated/${file}`, source: readFileSync(`${folder}/${file}`) });
      }
    }
  },
};

/** The command line, for Node: `dist-cli/main.mjs`, one file, with the WebAssembly modules in `generated/` beside it. */
export default defineConfig({
  publicDir: false,
  plugins: [modulesBesideMain, taggerSource(), savedPage()],
  build: {
    ssr: 'src/cli/main.ts',
    outDir: 'dist-cli',
    target: 'node20',
    ssrEmitAssets: true,
    rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
  },
  ssr: {
    noExternal: true, // TF.js' packages are written for bundlers: Node cannot import their files by itself
    external: ['webgpu'], // optional, native, found at run time if installed
  },
});
