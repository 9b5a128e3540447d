import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS } from '../command-line.ts';
import { flagName } from '../flags.ts';
import { Terminal } from '../terminal.ts';
import { command } from './completions.ts';

const flagsOf = (name: string) => Object.keys(COMMANDS.find((one) => one.name === name)!.flags).map(flagName);

function completionScript(shell: string): string {
  let script = '';
  const terminal = new Terminal({ write: (part) => (script += part) }, { write: () => undefined });
  void command.run(terminal, command.parse([shell]), new AbortController().signal, COMMANDS);
  return script;
}

/** Completions of bash for the last word. */
function complete(...words: string[]): string[] {
  const quoted = ['tagsmith', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _tagsmith; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', `${completionScript('bash')}\n${ask}`], { encoding: 'utf8' });
  return out.split('\n').filter((word) => word !== '');
}

test('bash completes commands, options and their values', () => {
  expect(complete('')).toEqual([...COMMANDS.map(({ name }) => name), '--help', '--version']);
  expect(complete('ex')).toEqual(['export']);
  expect(complete('tag', 'model.zip', '--')).toEqual([...flagsOf('tag'), '--help']);
  expect(complete('train', '--device', 's')).toEqual(['simd']);
  expect(complete('train', '--set', 'hid')).toEqual(['hidden=']);
  expect(complete('train', '--preset', 'ma')).toEqual(['ma-hovy']);
  expect(complete('completions', '')).toEqual(['bash', 'zsh', 'fish']);
  expect(complete('tag', 'mod')).toEqual([]); // bash then completes files
});

test.each(['zsh', 'fish'] as const)('%s gets every option of every command', (shell) => {
  const script = completionScript(shell);
  for (const { name } of COMMANDS) {
    const lines = script.split('\n').filter((line) => line.includes(shell === 'zsh' ? ` ${name}) ` : ` ${name}'`));
    for (const flag of flagsOf(name))
      expect(lines.join('\n')).toContain(shell === 'zsh' ? flag : `-l ${flag.slice(2)}`);
  }
});
