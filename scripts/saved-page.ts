import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { runtimeFunction } from './tagger-source.ts';

const NAME = 'virtual:saved-page';
const FOLDER = fileURLToPath(new URL('../src/saved-page/', import.meta.url));

/** `import template from 'virtual:saved-page'`: the page of `src/saved-page` without its title, the description of its model, and the model. */
export function savedPage(): Plugin {
  return {
    name: 'saved-page',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      return id === `\0${NAME}` ? `export default ${JSON.stringify(await pageTemplate())};` : undefined;
    },
  };
}

/** Starts the worker before the model is read. Errors are handled by the script that waits for the worker. */
const START = `
const tagsmith = tagsmithRuntime();
const tagsmithWorker = new Promise((resolve) => resolve(tagsmith.startOwnWorker()));
tagsmithWorker.catch(() => undefined);
`;

async function pageTemplate(): Promise<string> {
  const parts: Record<string, string> = {
    '%STYLE%': readFileSync(`${FOLDER}page.css`, 'utf8'),
    '%RUNTIME%': `'use strict';${await runtimeFunction({ minify: true })}${START}`,
    '%SCRIPT%': `'use strict';${await pageScript()}`,
  };
  if (/<\/script|<!--/.test(parts['%RUNTIME%']! + parts['%SCRIPT%']!)) {
    throw new Error('The script of the page would end its element.');
  }
  const source = readFileSync(`${FOLDER}page.html`, 'utf8');
  const page = source.replaceAll(/%(?:STYLE|RUNTIME|SCRIPT)%/g, (name) => parts[name]!);
  const [style] = contents(page, '<style>', '</style>');
  const scripts = contents(page, '<script>', '</script>');
  // Everything else is forbidden: connections, images, frames, forms. Only scripts and styles with these hashes are allowed.
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style!)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return page.replace('%POLICY%', () => policy);
}

/** The texts of the elements with this start tag, including white space, as the hashes cover all of it. */
function contents(page: string, start: string, end: string): string[] {
  return page
    .split(start)
    .slice(1)
    .map((from) => from.slice(0, from.indexOf(end)));
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: `${FOLDER}main.ts`, formats: ['iife'], name: 'page', fileName: 'page' },
      rolldownOptions: { checks: { pluginTimings: false }, output: { comments: false } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}
