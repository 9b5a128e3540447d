import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { libraryDeclarations, taggerDeclarations } from './declarations.ts';
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
      emit('tagger.d.mts', taggerDeclarations());
      emit('index.d.mts', libraryDeclarations());
    },
  };
}
