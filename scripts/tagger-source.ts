import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const NAME = 'virtual:tagger.mjs';
const ID = `\0${NAME}`;
const BANNER =
  '// Tags texts with a model that was trained with Tagsmith: see the class Tagger, at the end. Needs ONNX Runtime.';
const ENTRY = fileURLToPath(new URL('../src/runtime/tagger.ts', import.meta.url));

/** `import source from 'virtual:tagger.mjs'`: the text of `src/runtime` as one ES module, to be read by people as well. */
export function taggerSource(): Plugin {
  return {
    name: 'tagger-source',
    resolveId: (source) => (source === NAME ? ID : undefined),
    async load(id) {
      if (id !== ID) return undefined;
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          minify: false,
          target: 'es2022',
          lib: { entry: ENTRY, formats: ['es'], fileName: 'tagger' },
          rolldownOptions: { output: { banner: BANNER } },
        },
      });
      const [{ output }] = built as [Rolldown.RolldownOutput]; // one format, nobody watches
      return `export default ${JSON.stringify(output[0].code)};`;
    },
  };
}
