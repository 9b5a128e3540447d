import type { FileRole } from './protocol.ts';

/** Patterns of names, dev before test: CoNLL-2003's dev file is `eng.testa`. */
const PATTERNS: [RegExp, FileRole][] = [
  [/testa|dev|valid/i, 'dev'],
  [/testb|test/i, 'test'],
  [/train/i, 'train'],
];

/** What a file is for, by its name; a file that does not say is for training if nothing else is, else for testing. */
export function roleOf(name: string, taken: readonly FileRole[]): FileRole {
  const named = PATTERNS.find(([pattern]) => pattern.test(name))?.[1];
  const role = named ?? (taken.includes('train') ? 'test' : 'train');
  return role !== 'test' && taken.includes(role) ? 'unused' : role;
}
