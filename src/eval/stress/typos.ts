import { randomUniform, streamKey } from '../../lib/rng.ts';
import { eachToken, type StressTest } from './change.ts';

/** Share of the words that get a typo. */
const SHARE = 0.1;
/** Shorter words are left as they are. */
const SHORTEST = 4;

export const typos: StressTest = {
  id: 'typos',
  label: 'typos',
  about: 'A typo in one of ten words of at least four letters: two letters swapped, one missing, or one doubled.',
  change: (sentences, { seed }) => ({
    sentences: eachToken(sentences, (token, s, t) => {
      const key = streamKey(seed, s, t);
      const isWord = /^\p{L}+$/u.test(token) && token.length >= SHORTEST;
      return isWord && randomUniform(key, 0) < SHARE ? withTypo(token, key) : token;
    }),
  }),
};

/** A typo inside the word: its first letter stays. */
function withTypo(word: string, key: number): string {
  const letters = [...word];
  const at = 1 + Math.floor(randomUniform(key, 1) * (letters.length - 2));
  const kind = Math.floor(randomUniform(key, 2) * 3);
  if (kind === 0) [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!];
  else if (kind === 1) letters.splice(at, 1);
  else letters.splice(at, 0, letters[at]!);
  return letters.join('');
}
