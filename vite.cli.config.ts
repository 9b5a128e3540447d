import { defineConfig } from 'vite';
import { manual } from './scripts/manual.ts';
import { notices, WITHOUT_COMMENTS } from './scripts/notices.ts';
import { onnxRuntimeBeside } from './scripts/onnx-runtime-beside.ts';
import { savedPage } from './scripts/saved-page.ts';
import { taggerSource } from './scripts/tagger-source.ts';
import { tfjsAnywhere } from './scripts/tfjs-anywhere.ts';
import { wasmBeside } from './scripts/wasm-beside.ts';

const { collects, emits } = notices();

/**
 * The command line, for Node: `dist-cli/main.mjs`. What few commands need is loaded on demand from files beside it, with the WebAssembly
 * modules in `generated/`, ONNX Runtime in `onnxruntime/`, and the manual page.
 */
export default defineConfig({
  publicDir: false,
  plugins: [tfjsAnywhere(), wasmBeside(), taggerSource(), savedPage(), onnxRuntimeBeside(collects), emits, manual()],
  build: {
    ssr: 'src/cli/main.ts',
    outDir: 'dist-cli',
    target: 'node20',
    ssrEmitAssets: true,
    rolldownOptions: {
      output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs', ...WITHOUT_COMMENTS },
    },
  },
  ssr: {
    noExternal: true, // TF.js' packages are written for bundlers: Node cannot import their files by itself
    external: ['webgpu', 'onnxruntime-web'], // optional, native, found at run time if installed; beside it (src/cli/inputs/onnx-runtime.ts)
    resolve: { conditions: ['module', 'browser', 'production'] },
  },
});
