import { strToU8 } from 'fflate';

const FOLDER = './python/';
const SOURCES = import.meta.glob<string>('./python/**/*.{py,toml,txt,typed}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The programs for PyTorch with their tests, all files of `python/`, by their paths in bundles and cluster kits. */
export function pythonPrograms(): Record<string, Uint8Array> {
  return Object.fromEntries(
    Object.entries(SOURCES).map(([path, source]) => [path.slice(FOLDER.length), strToU8(source)]),
  );
}
