import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin, type Rolldown } from 'vite';
import { runtimeFunction } from './tagger-source.ts';

const NAME = 'virtual:saved-page';
const FOLDER = fileURLToPath(new URL('../src/saved-page/', import.meta.url));

/**
 * `import template from 'virtual:saved-page'`: the page of `src/saved-page` without its title, the description of its model, and the
 * model; and the script of documents, which is part of the page only if it is wanted.
 */
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

async function pageTemplate(): Promise<{ page: string; readers: string }> {
  const readers = withoutTags(`'use strict';${await scriptOf('readers.ts', 'tagsmithDocuments', [withoutPdf()])}`);
  const parts: Record<string, string> = {
    '%STYLE%': readFileSync(`${FOLDER}page.css`, 'utf8'),
    '%RUNTIME%': `'use strict';${await runtimeFunction({ minify: true })}${START}`,
    '%SCRIPT%': withoutTags(`'use strict';${await scriptOf('main.ts', 'page')}`),
  };
  if (/<\/script|<!--/.test(parts['%RUNTIME%']! + parts['%SCRIPT%']! + readers)) {
    throw new Error('The script of the page would end its element.');
  }
  const source = readFileSync(`${FOLDER}page.html`, 'utf8');
  const page = source.replaceAll(/%(?:STYLE|RUNTIME|SCRIPT)%/g, (name) => parts[name]!);
  const [style] = contents(page, '<style>', '</style>');
  const scripts = contents(page, '<script>', '</script>');
  // Everything else is forbidden: connections, images, frames, forms. Only scripts and styles with these hashes are allowed.
  const policy = [
    "default-src 'none'",
    `script-src ${[...scripts, readers].map(hashOf).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style!)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { page: page.replace('%POLICY%', () => policy), readers };
}

/** A script whose strings and patterns have no tags that end it. @throws SyntaxError if they are elsewhere */
function withoutTags(script: string): string {
  const escaped = script.replaceAll('<!--', String.raw`\x3C!--`).replaceAll('</script', String.raw`<\/script`);
  void new Script(escaped); // compiled, not run
  return escaped;
}

/** A reader of PDF has ten times the size of all others together. */
function withoutPdf(): Plugin {
  const stub = `import { StudioError } from '${FOLDER}../lib/errors.ts';
    export const reader = { read({ name }) { throw new StudioError('BadInput', name + ' is a PDF, which this page does not read. Save it as .docx or .html, or open it in Tagsmith.'); } };`;
  return {
    name: 'without-pdf',
    enforce: 'pre',
    resolveId: (source) => (source === './formats/pdf.ts' ? '\0pdf' : undefined),
    load: (id) => (id === '\0pdf' ? stub : undefined),
  };
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

async function scriptOf(entry: string, name: string, plugins: Plugin[] = []): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: `${FOLDER}${entry}`, formats: ['iife'], name, fileName: name },
      rolldownOptions: { checks: { pluginTimings: false }, output: { comments: false } },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}
