import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { ISOLATION_HEADERS } from './isolation-headers.mjs';
import { savedPage } from './saved-page.ts';
import { taggerSource } from './tagger-source.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** How Vite's development server names the entry of a worker. */
const ENTRY = /^\/(?<path>(?:src|test)\/.+\.worker)\.ts\?worker_file/;
/** Where the files of a bundle are: below the path of its entry. */
const FILE = /^\/bundled-workers\/(?<path>.+\.worker)\/(?<file>[^?]+)/;
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/**
 * Serves each worker to tests in the browser as the build does: bundled. Otherwise each start of a worker loads its modules one by
 * one, a hundred and more.
 */
export function bundledWorkers(): Plugin {
  const bundles = new Map<string, ReturnType<typeof bundle>>();
  const fileOf = async (path: string, file: string) => {
    const bundled = bundles.get(path) ?? bundle(path);
    bundles.set(path, bundled);
    return (await bundled).get(file);
  };
  return {
    name: 'bundled-workers',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        const { path, file } = (ENTRY.exec(url) ?? FILE.exec(url))?.groups ?? {};
        if (path === undefined) {
          next();
        } else if (file === undefined) {
          response.writeHead(307, { ...ISOLATION_HEADERS, Location: `/bundled-workers/${path}/entry.js` }).end();
        } else {
          fileOf(path, file).then((contents) => {
            const type = TYPES[file.slice(file.lastIndexOf('.'))] ?? 'application/octet-stream';
            const status = contents === undefined ? 404 : 200;
            response.writeHead(status, { ...ISOLATION_HEADERS, 'Content-Type': type }).end(contents);
          }, next);
        }
      });
    },
  };
}

/** The files of a worker by name, with those that it loads later, and with its own workers. */
async function bundle(path: string): Promise<Map<string, string | Uint8Array>> {
  const plugins = () => [taggerSource(), savedPage()];
  const built = await build({
    configFile: false,
    root: ROOT,
    base: `/bundled-workers/${path}/`,
    publicDir: false,
    logLevel: 'warn',
    plugins: plugins(),
    worker: { format: 'es', plugins },
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'production'] },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: `${ROOT}${path}.ts`,
        checks: { pluginTimings: false },
        output: { entryFileNames: 'entry.js' },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput; // one entry, without watch mode
  return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
}
