import { defineConfig } from 'vite';
import { libraryFiles } from './scripts/library.ts';
import { notices, WITHOUT_COMMENTS } from './scripts/notices.ts';
import { taggerSource } from './scripts/tagger-source.ts';
import { tfjsAnywhere } from './scripts/tfjs-anywhere.ts';
import { wasmBeside } from './scripts/wasm-beside.ts';

/** The library of the npm package, for Node and browsers: `dist-library/index.mjs`; the trainer is a module that it loads when it is needed. */
export default defineConfig({
  publicDir: false,
  plugins: [libraryFiles(), tfjsAnywhere(), wasmBeside(), taggerSource(), notices().emits],
  build: {
    ssr: 'src/library/index.ts',
    outDir: 'dist-library',
    target: 'es2023',
    ssrEmitAssets: true,
    rolldownOptions: {
      output: { entryFileNames: 'index.mjs', chunkFileNames: '[name].mjs', ...WITHOUT_COMMENTS },
    },
  },
  ssr: {
    noExternal: true,
    external: ['webgpu'],
    resolve: { conditions: ['module', 'browser', 'production'] },
  },
});
