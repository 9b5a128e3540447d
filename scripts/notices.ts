import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** A file in every build with the licences of its contents. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/** For `rolldownOptions.output`: TF.js repeats its licence in each of its modules. The file has it once. */
export const WITHOUT_COMMENTS = { comments: false };

const HEAD = `Tagsmith contains the following software. The licence of each package is below its name.
`;

const RULE = `\n${'-'.repeat(80)}\n\n`;

/** Compiled into the WebAssembly modules, invisible to the bundler. */
const COMPILED_IN = 'assemblyscript';

/** Notice for public/embeddings. */
const VECTORS = `GloVe, glove.6B.100d (PDDL-1.0)

Jeffrey Pennington, Richard Socher, Christopher D. Manning: https://nlp.stanford.edu/projects/glove/
Public Domain Dedication and License 1.0: http://www.opendatacommons.org/licenses/pddl/1.0/`;

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * Writes `NOTICES_FILE`: the licence of every package that a module of the build comes from.
 *
 * @param vectors whether the build contains the studio's word vectors
 * @returns `emits` for the build, `collects` for the builds of its workers, which finish before it
 */
export function notices({ vectors = false } = {}): { emits: Plugin; collects: () => Plugin } {
  /** Modules by package folder. */
  const packages = new Map<string, string[]>([[join('node_modules', COMPILED_IN), []]]);
  const collect = (bundle: Rolldown.OutputBundle) => {
    for (const output of Object.values(bundle)) {
      for (const id of output.type === 'chunk' ? output.moduleIds : []) {
        const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/[^?]*$/.exec(id) ?? [];
        if (folder !== undefined) packages.set(folder, [...(packages.get(folder) ?? []), id.replace(/^\0/, '')]);
      }
    }
  };
  return {
    emits: {
      name: 'notices',
      generateBundle(_, bundle) {
        collect(bundle);
        const source = noticesText(packages) + (vectors ? RULE + VECTORS : '');
        this.emitFile({ type: 'asset', fileName: NOTICES_FILE, source: `${source}\n` });
      },
    },
    collects: () => ({ name: 'notices:collect', generateBundle: (_, bundle) => collect(bundle) }),
  };
}

/** Packages with the same licence text share an entry. */
function noticesText(packages: ReadonlyMap<string, readonly string[]>): string {
  const namesOf = new Map<string, string[]>();
  for (const [folder, modules] of [...packages].toSorted(([a], [b]) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license: string;
      author?: string | { name: string };
    };
    const text = licenceFiles(folder) || licenceComments(modules) || standardText(license, author);
    if (text === '') throw new Error(`${name}: no text of its licence ${license} was found.`);
    namesOf.set(text, [...(namesOf.get(text) ?? []), `${name} ${version} (${license.replace(/^\((.*)\)$/, '$1')})`]);
  }
  return [HEAD, ...[...namesOf].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}\n`)].join(RULE);
}

function nameOf(folder: string): string {
  return folder.split('node_modules/').at(-1) ?? folder;
}

function licenceFiles(folder: string): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}

/** The distinct licences in the modules of a package without a licence file, each after the copyright lines of its modules. */
function licenceComments(modules: readonly string[]): string {
  const copyrightsOf = new Map<string, Set<string>>();
  for (const module of modules) {
    const lines = firstComment(readFileSync(module, 'utf8'));
    const isCopyright = (line: string) => /^copyright\b/i.test(line);
    if (!lines.some(isCopyright)) continue;
    const rest = lines.filter((line) => !isCopyright(line)).join('\n');
    copyrightsOf.set(rest, new Set([...(copyrightsOf.get(rest) ?? []), ...lines.filter(isCopyright)]));
  }
  return [...copyrightsOf]
    .map(([rest, copyrights]) => [...[...copyrights].toSorted(), rest].join('\n').trim())
    .join('\n\n');
}

/** The lines of a comment at the beginning of a module. */
function firstComment(source: string): string[] {
  const block = /^\s*\/\*([^]*?)\*\//.exec(source)?.[1];
  const comment = block ?? /^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*+|\/\/)?\s?/, '').trimEnd())
    .filter((line) => !/^@license\b|^=+$/.test(line));
}

function standardText(license: string, author: string | { name: string } | undefined): string {
  const holder = typeof author === 'object' ? author.name : author;
  return license === 'MIT' && holder !== undefined ? `Copyright (c) ${holder}\n\n${MIT}` : '';
}
