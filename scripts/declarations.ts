import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isolatedDeclarationSync, parseSync } from 'rolldown/experimental';
import type { Field } from '../src/config/field.ts';
import { FIELD_NAMES, FIELDS } from '../src/config/schema.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** The declarations of tagger.mjs, the module in exported models, as one file. */
export function taggerDeclarations(): string {
  return withoutDom(bundled('runtime/tagger.ts', {}, []));
}

/** Types that the DOM library has, and partly @types/node. */
const DOM_TYPES = ['AbortSignal', 'Blob', 'Response', 'URL', 'Worker'];
const OF_GLOBAL = `/** The type of a global of this environment; \`never\` where the compiler knows none. */
type OfGlobal<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : never;
`;

/** Declarations that compile with and without the DOM library. */
function withoutDom(text: string): string {
  const names = new RegExp(String.raw`\b(${DOM_TYPES.join('|')})\b`, 'g');
  const lines = text
    .split('\n')
    .map((line) => (/^\s*(\/\*\*|\*)/.test(line) ? line : line.replaceAll(names, "OfGlobal<'$1'>")));
  return `${OF_GLOBAL}\n${lines.join('\n')}`;
}

/** The declarations of the library, as one file beside those of tagger.mjs. The settings are those of the table in src/config/schema.ts. */
export function libraryDeclarations(): string {
  const tagger = `export * from './tagger.mjs';\n`;
  return (
    tagger +
    bundled('library/index.ts', { RunConfig: settingsInterface() }, ['runtime/entry.ts']).replaceAll(
      /\bRunConfig\b/g,
      'Settings',
    )
  );
}

interface Declaration {
  name: string;
  /** With its comment, exported. */
  text: string;
  isValue: boolean;
  /** Identifiers in it. */
  uses: Set<string>;
}

interface Module {
  /** Why the type of one of its values is unknown: it is not written in the source. */
  problem: string | undefined;
  declarations: Declaration[];
  /** By the name in the module. */
  imports: Map<string, { file: string; name: string }>;
}

/**
 * The declarations that the exports of a file need, from all files that it imports. Names are kept: two declarations of one name are an
 * error.
 *
 * @param given texts of declarations that are not taken from their files
 * @param external files whose exports are declared elsewhere
 */
function bundled(entry: string, given: Readonly<Record<string, string>>, external: readonly string[]): string {
  const modules = new Map<string, Module>();
  const moduleOf = (file: string): Module => {
    const known = modules.get(file) ?? readModule(file);
    modules.set(file, known);
    return known;
  };
  const written = new Map<string, { file: string; text: string }>();
  const add = (file: string, name: string) => {
    if (external.includes(file)) return;
    if (given[name] !== undefined) {
      written.set(name, { file, text: given[name] });
      return;
    }
    const { declarations, imports, problem } = moduleOf(file);
    const imported = imports.get(name);
    if (imported !== undefined) {
      add(imported.file, imported.name);
      return;
    }
    const own = declarations.filter((declaration) => declaration.name === name);
    if (own.length === 0) return; // of a standard library, or a parameter
    if (problem !== undefined && own.some(({ isValue }) => isValue))
      throw new Error(`declarations: ${file}: ${problem}`);
    const before = written.get(name);
    if (before?.file === file) return;
    if (before !== undefined) throw new Error(`declarations: ${name} is in ${before.file} and in ${file}.`);
    const text = own.map((declaration) => declaration.text).join('\n');
    written.set(name, { file, text });
    for (const { uses } of own) for (const used of uses) if (used !== name) add(file, used);
  };
  for (const { name, text } of moduleOf(entry).declarations) if (text.includes('export ')) add(entry, name);
  return [...written.values()].map(({ text }) => `${text}\n`).join('\n');
}

function readModule(file: string): Module {
  const source = readFileSync(join(SRC, file), 'utf8');
  const { code: tabbed, errors } = isolatedDeclarationSync(file, source);
  const code = tabbed.replaceAll('\t', '  ').replaceAll(/^( *)\*/gm, '$1 *');
  const { program } = parseSync('module.d.ts', code, { lang: 'dts' });
  const module: Module = { declarations: [], imports: new Map(), problem: errors[0]?.message };
  let end = 0;
  for (const statement of program.body) {
    const comment = code.slice(end, statement.start).trim();
    ({ end } = statement);
    if (statement.type === 'ImportDeclaration' || (statement.type === 'ExportNamedDeclaration' && statement.source)) {
      const from = statement.source!.value;
      if (!from.startsWith('.')) continue;
      const target = join(dirname(file), from);
      if (!existsSync(join(SRC, target))) continue;
      for (const specifier of statement.specifiers) {
        if (!('local' in specifier)) continue;
        const inner = 'imported' in specifier ? specifier.imported : specifier.local;
        const outer = 'exported' in specifier ? specifier.exported : specifier.local;
        module.imports.set(nameOf(outer), { file: target, name: nameOf(inner) });
      }
      continue;
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration === null || !('id' in declaration || 'declarations' in declaration)) continue;
    const id = 'declarations' in declaration ? declaration.declarations[0]?.id : declaration.id;
    if (id?.type !== 'Identifier') continue;
    const text = code.slice(declaration.start, declaration.end).replace(/^declare /, '');
    const isValue = /^(class|function|const|abstract)\b/.test(text);
    const isExported = statement.type === 'ExportNamedDeclaration';
    module.declarations.push({
      name: id.name,
      text: `${comment === '' ? '' : `${comment}\n`}${isExported ? 'export ' : ''}${isValue ? 'declare ' : ''}${text}`,
      isValue,
      uses: identifiersIn(declaration),
    });
  }
  return module;
}

function nameOf(name: { type: string } & ({ name: string } | { value: unknown })): string {
  return 'name' in name ? name.name : String(name.value);
}

/** All identifiers below a node: more than the names of types, but the others are not declared at the top of a module. */
function identifiersIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) identifiersIn(each, found);
  else if (typeof node === 'object' && node !== null) {
    if ('type' in node && node.type === 'Identifier' && 'name' in node) found.add(String(node.name));
    for (const [key, child] of Object.entries(node)) if (key !== 'key') identifiersIn(child, found);
  }
  return found;
}

function settingsInterface(): string {
  const lines = FIELD_NAMES.map((name) => {
    const field: Field = FIELDS[name];
    const range = 'min' in field ? ` ${field.min} to ${field.max}.` : '';
    return `  /** ${field.help}${range} Default of the preset tagsmith: ${String(field.default)}. */\n  ${name}: ${typeOf(field)};\n`;
  });
  return `/** The settings of a training. */\nexport interface RunConfig {\n${lines.join('')}}`;
}

function typeOf(field: Field): string {
  if (field.type === 'choice') return field.choices.map((choice) => `'${choice}'`).join(' | ');
  return field.type === 'switch' ? 'boolean' : 'number';
}
