import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionScript } from './completions.ts';
import { COMMAND_OPTIONS } from './command-options.ts';
import { SHELLS } from './options.ts';
import { COMMAND_NAMES } from './usage.ts';

/** Completions of bash for the last word. */
function complete(...words: string[]): string[] {
  const quoted = ['tagsmith', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _tagsmith; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', `${completionScript('bash')}\n${ask}`], { encoding: 'utf8' });
  return out.split('\n').filter((word) => word !== '');
}

test('bash completes commands, options and their values', () => {
  expect(complete('')).toEqual([...COMMAND_NAMES, '--help', '--version']);
  expect(complete('ex')).toEqual(['export']);
  expect(complete('tag', 'model.zip', '--')).toEqual([
    ...Object.keys(COMMAND_OPTIONS.tag).map((name) => `--${name}`),
    '--help',
  ]);
  expect(complete('train', '--device', 's')).toEqual(['simd']);
  expect(complete('train', '--set', 'hid')).toEqual(['hidden=']);
  expect(complete('train', '--preset', 'ma')).toEqual(['ma-hovy']);
  expect(complete('completions', '')).toEqual([...SHELLS]);
  expect(complete('tag', 'mod')).toEqual([]); // bash then completes files
});

test.each(['zsh', 'fish'] as const)('%s gets every option of every command', (shell) => {
  const script = completionScript(shell);
  for (const command of COMMAND_NAMES) {
    const lines = script
      .split('\n')
      .filter((line) => line.includes(shell === 'zsh' ? ` ${command}) ` : ` ${command}'`));
    const flag = shell === 'zsh' ? '--' : '-l ';
    for (const option of Object.keys(COMMAND_OPTIONS[command])) expect(lines.join('\n')).toContain(`${flag}${option}`);
  }
});
