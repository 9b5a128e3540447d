import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build, type Plugin, type Rolldown } from 'vite';

const require = createRequire(import.meta.url);
const GLUE = 'ort-wasm-simd-threaded.mjs';

/**
 * Copies ONNX Runtime's JavaScript to `onnxruntime/` next to the command line, which uses the 14 MB WebAssembly module of the studio.
 *
 * @param collects see notices.ts
 */
export function onnxRuntimeBeside(collects: () => Plugin): Plugin {
  return {
    name: 'onnx-runtime-beside',
    async generateBundle() {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [collects()],
        build: {
          write: false,
          ssr: require.resolve('onnxruntime-web').replace(/\.js$/, '.mjs'),
          target: 'node20',
          rolldownOptions: { output: { entryFileNames: 'ort.mjs', codeSplitting: false, comments: false } },
        },
        ssr: { noExternal: true },
      });
      const { output } = built as Rolldown.RolldownOutput; // a single build, without watch mode
      this.emitFile({ type: 'asset', fileName: 'onnxruntime/ort.mjs', source: output[0].code });
      const glue = readFileSync(require.resolve(`onnxruntime-web/${GLUE}`), 'utf8');
      this.emitFile({ type: 'asset', fileName: `onnxruntime/${GLUE}`, source: glue });
    },
  };
}
