/** What a corpus is used for. */
export type FileRole = 'train' | 'dev' | 'test' | 'unused';

/**
 * Words in file names, dev before test: `eng.testa` of CoNLL-2003 is a dev file. Only whole words count, not `latest`, `contest`
 * or `devanagari`.
 */
const PATTERNS: [RegExp, FileRole][] = [
  [wholeWord('testa|dev|devel|devset|development|valid|validation'), 'dev'],
  [wholeWord('test|testb|testset|testing'), 'test'],
  [wholeWord('train|trainset|training'), 'train'],
];

function wholeWord(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(${alternatives})(?!\\p{L})`, 'iu');
}

/**
 * Guesses the roles of files that were added together from their names, or else from their folders. The default is `train`, or `test` if there already is
 * a training file, here or before.
 *
 * @param hasTraining whether a training file was added before
 */
export function rolesOf(names: readonly string[], hasTraining: boolean): FileRole[] {
  const roleIn = (text: string) => PATTERNS.find(([pattern]) => pattern.test(text))?.[1];
  const named = names.map((name) => roleIn(name.slice(name.lastIndexOf('/') + 1)) ?? roleIn(name));
  const fallback = hasTraining || named.includes('train') ? 'test' : 'train';
  return named.map((role) => role ?? fallback);
}
