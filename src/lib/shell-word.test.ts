import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.ts';

test('a shell reads a word as it was', () => {
  for (const word of ['models/mine', 'my models/a', "it's $HOME", '`x` "y" \\', '', '*', '~', 'a\nb'])
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word);
  expect(shellWord('models/mine-2.json')).toBe('models/mine-2.json');
});
