// Builds the programs of the bench: the studio's code for Node and for a page, and the studio's page itself.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { OUT, ROOT } from './paths.mjs';

const GENERATED = ['src/kernels/simd/generated', 'src/data/vectors/generated'];
const WASM_FILES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm-threaded-simd.wasm'];

/**
 * Builds code of the bench for Node: one file, with the WebAssembly modules in `generated/` next to it. Default: the engine.
 *
 * @returns {Promise<string>} the file
 */
export async function buildNodeEngine(outDir = join(OUT, 'node'), entry = 'bench/engine/node.ts') {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'engine.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: true, external: ['webgpu'] }, // TF.js' packages are written for bundlers; `webgpu` is optional
  });
  for (const folder of GENERATED) {
    for (const file of readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.wasm'))) {
      cpSync(join(ROOT, folder, file), join(outDir, 'generated', file));
    }
  }
  return join(outDir, 'engine.mjs');
}

/** Builds the page of the bench for a browser, with the engine and the layers of TF.js. */
export async function buildPageEngine(outDir = join(OUT, 'page')) {
  await build({
    configFile: false,
    root: join(ROOT, 'bench/engine'),
    base: './',
    logLevel: 'error',
    publicDir: false,
    resolve: { dedupe: ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-cpu'] },
    plugins: [tfjsWasm()],
    worker: { format: 'es', plugins: () => [tfjsWasm()] },
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
  });
}

/** Builds the studio, as `npm run build` does. */
export async function buildStudio(outDir = join(OUT, 'studio')) {
  await build({ root: ROOT, logLevel: 'error', build: { outDir, emptyOutDir: true } });
}

/** The wasm backend of TF.js if it is installed: not a dependency of the project, only measured for comparison. */
function tfjsWasm() {
  const NAME = '@tensorflow/tfjs-backend-wasm';
  const id = '\0virtual:tfjs-wasm';
  return {
    name: 'tfjs-wasm',
    /** @param {string} source */
    resolveId: (source) => (source === 'virtual:tfjs-wasm' ? id : undefined),
    /** @param {string} loaded */
    load(loaded) {
      if (loaded !== id) return undefined;
      const entry = packageFile(NAME);
      if (entry === undefined) return 'export default async () => false;';
      const folder = dirname(entry);
      const urls = WASM_FILES.map((file, i) => `import url${i} from ${JSON.stringify(`${join(folder, file)}?url`)};`);
      const paths = WASM_FILES.map((file, i) => `${JSON.stringify(file)}: url${i}`);
      return `${urls.join('\n')}
        import { setWasmPaths } from ${JSON.stringify(join(folder, 'index.js'))};
        export default async () => { setWasmPaths({ ${paths.join(', ')} }); return true; };`;
    },
  };
}

/**
 * @param {string} name of a package, or of a file of it
 * @returns {string | undefined} undefined if it is not installed
 */
export function packageFile(name) {
  const require = createRequire(import.meta.url);
  try {
    const main = require.resolve(name);
    return existsSync(main) ? main : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
