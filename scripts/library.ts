import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Field } from '../src/config/field.ts';
import { FIELD_NAMES, FIELDS } from '../src/config/schema.ts';
import { taggerModule } from './tagger-source.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const THREAD = 'kernels/simd/threads/thread.worker.ts';

/**
 * Files that the library needs in addition to its own modules: `tagger.mjs`, the module in exported models; the declarations; and the
 * script of a thread, which browsers load as a file.
 */
export function libraryFiles(): Plugin {
  return {
    name: 'library-files',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/runtime/entry.ts') ? { id: './tagger.mjs', external: true } : undefined),
    buildStart() {
      this.emitFile({ type: 'chunk', id: SRC + THREAD, fileName: 'thread.worker.mjs' });
    },
    transform: {
      filter: { id: /\/threads\/start\.ts$/ },
      handler: (code) => code.replace('./thread.worker.ts', './thread.worker.mjs'),
    },
    async generateBundle() {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      emit('tagger.mjs', await taggerModule());
      emit('tagger.d.mts', readFileSync(`${SRC}runtime/declarations.d.ts`, 'utf8'));
      emit('index.d.mts', declarations());
    },
  };
}

/** The declarations of src/library/declarations.d.ts, with settings generated from their table, and imported types of the tagger. */
function declarations(): string {
  const source = readFileSync(`${SRC}library/declarations.d.ts`, 'utf8');
  const replacements = [
    [/^import type \{ RunConfig as Settings \} from .*\n/m, settingsInterface()],
    ["export type * from '../runtime/declarations.d.ts'", "export * from './tagger.mjs'"],
  ] as const;
  return replacements.reduce((text, [old, replacement]) => {
    const replaced = text.replace(old, () => replacement);
    if (replaced === text) throw new Error(`src/library/declarations.d.ts: ${String(old)} is missing.`);
    return replaced;
  }, source);
}

function settingsInterface(): string {
  const lines = FIELD_NAMES.map((name) => {
    const field: Field = FIELDS[name];
    const range = 'min' in field ? ` ${field.min} to ${field.max}.` : '';
    return `  /** ${field.help}${range} Default of the preset tagsmith: ${String(field.default)}. */\n  ${name}: ${typeOf(field)};\n`;
  });
  return `export interface Settings {\n${lines.join('')}}\n`;
}

function typeOf(field: Field): string {
  if (field.type === 'choice') return field.choices.map((choice) => `'${choice}'`).join(' | ');
  return field.type === 'switch' ? 'boolean' : 'number';
}
