import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { taggerDeclarations } from './declarations.ts';

const MODULE = 'virtual:tagger.mjs';
const TYPES = 'virtual:tagger.d.mts';
const BANNER =
  '// Finds entities in text with a model that was trained with Tagsmith (MIT licence). README.md and tagger.d.mts describe it.\n' +
  '// Its products are compiled from AssemblyScript (Apache-2.0); zip files are read by fflate (MIT, Arjun Barrett).';
const RUNTIME = fileURLToPath(new URL('../src/runtime/', import.meta.url));

/**
 * `import source from 'virtual:tagger.mjs'`: the text of `src/runtime` as one readable ES module; `virtual:tagger.d.mts`:
 * its types.
 */
export function taggerSource(): Plugin {
  return {
    name: 'tagger-source',
    resolveId: (source) => (source === MODULE || source === TYPES ? `\0${source}` : undefined),
    async load(id) {
      if (id === `\0${TYPES}`) {
        return `export default ${JSON.stringify(taggerDeclarations())};`;
      }
      if (id !== `\0${MODULE}`) return undefined;
      return `export default ${JSON.stringify(await taggerModule())};`;
    },
  };
}

/** The text of tagger.mjs. */
export async function taggerModule(): Promise<string> {
  return `${BANNER}\n${await runtimeFunction({ minify: false })}export const { Tagger } = tagsmithRuntime();\n`;
}

/** `import text from './file?base64'`: a file as base64. */
export function base64(): Plugin {
  const QUERY = '?base64';
  return {
    name: 'base64',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(QUERY)) return undefined;
      return `export default ${JSON.stringify(readFileSync(id.slice(0, -QUERY.length), 'base64'))};`;
    },
  };
}

/**
 * Wraps all of `src/runtime` in one self-contained function, so that its text can also be the script of a worker
 * (src/runtime/own-worker.ts).
 */
export async function runtimeFunction({ minify }: { minify: boolean }): Promise<string> {
  const built = await build({
    configFile: false,
    plugins: [base64()],
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify,
      target: 'es2022',
      lib: { entry: `${RUNTIME}entry.ts`, formats: ['iife'], name: 'tagsmith', fileName: 'tagger' },
      rolldownOptions: { checks: { pluginTimings: false }, output: { comments: false } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput]; // a single format, without watch mode
  return `function tagsmithRuntime() {\n${output[0].code}\nreturn tagsmith;\n}\n`;
}
