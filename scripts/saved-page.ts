import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { runtimeFunction } from './tagger-source.ts';

const NAME = 'virtual:saved-page';
const FOLDER = fileURLToPath(new URL('../src/saved-page/', import.meta.url));

/** `import template from 'virtual:saved-page'`: the page of `src/saved-page` without a title, what it says of its model, and the model. */
export function savedPage(): Plugin {
  return {
    name: 'saved-page',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      return id === `\0${NAME}` ? `export default ${JSON.stringify(await pageTemplate())};` : undefined;
    },
  };
}

async function pageTemplate(): Promise<string> {
  const script = `'use strict';${await runtimeFunction({ minify: true })}${await pageScript()}`;
  const style = readFileSync(`${FOLDER}page.css`, 'utf8');
  if (script.includes('</script') || script.includes('<!--'))
    throw new Error('The script of the page would end its element.');
  const parts: Record<string, string> = { '%STYLE%': style, '%SCRIPT%': script };
  const page = readFileSync(`${FOLDER}page.html`, 'utf8').replaceAll(/%(?:STYLE|SCRIPT)%/g, (name) => parts[name]!);
  // What is not named is forbidden: no connections, images, frames, forms. Scripts and styles are those whose hashes are given.
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(contents(page, '<script>', '</script>'))} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(contents(page, '<style>', '</style>'))}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return page.replace('%POLICY%', () => policy);
}

/** The text of the element that is written like this, white space included, as its hash is of all of it. */
function contents(page: string, start: string, end: string): string {
  const from = page.indexOf(start) + start.length;
  return page.slice(from, page.indexOf(end, from));
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
      rolldownOptions: { output: { comments: false } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}
