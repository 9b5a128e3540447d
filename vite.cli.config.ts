import { defineConfig } from 'vite';
import { notices, WITHOUT_COMMENTS } from './scripts/notices.ts';
import { savedPage } from './scripts/saved-page.ts';
import { taggerSource } from './scripts/tagger-source.ts';
import { tfjsAnywhere } from './scripts/tfjs-anywhere.ts';
import { wasmBeside } from './scripts/wasm-beside.ts';

/** The command line, for Node: `dist-cli/main.mjs`, one file, with the WebAssembly modules in `generated/` beside it. */
export default defineConfig({
  publicDir: false,
  plugins: [tfjsAnywhere(), wasmBeside(), taggerSource(), savedPage(), notices().emits],
  build: {
    ssr: 'src/cli/main.ts',
    outDir: 'dist-cli',
    target: 'node20',
    ssrEmitAssets: true,
    rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false, ...WITHOUT_COMMENTS } },
  },
  ssr: {
    noExternal: true, // TF.js' packages are written for bundlers: Node cannot import their files by itself
    external: ['webgpu'], // optional, native, found at run time if installed
    resolve: { conditions: ['module', 'browser', 'production'] },
  },
});
