/** What a corpus is used for. */
export type FileRole = 'train' | 'dev' | 'test' | 'unused';

/**
 * Words of names, dev before test: CoNLL-2003's dev file is `eng.testa`. Not parts of words: `latest`, `contest`,
 * `devanagari`.
 */
const PATTERNS: [RegExp, FileRole][] = [
  [word('testa|dev|devel|devset|development|valid|validation'), 'dev'],
  [word('test|testb|testset|testing'), 'test'],
  [word('train|trainset|training'), 'train'],
];

function word(either: string): RegExp {
  return new RegExp(`(?<!\\p{L})(${either})(?!\\p{L})`, 'iu');
}

/**
 * What files that were added together are for, by their names. Those that do not say are for training if nothing else
 * is, else for testing.
 *
 * @param hasTraining there is a training file already
 */
export function rolesOf(names: readonly string[], hasTraining: boolean): FileRole[] {
  const named = names.map((name) => PATTERNS.find(([pattern]) => pattern.test(name))?.[1]);
  const rest = hasTraining || named.includes('train') ? 'test' : 'train';
  return named.map((role) => role ?? rest);
}
