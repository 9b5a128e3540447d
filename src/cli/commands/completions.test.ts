import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { wants } from '../../../test/helpers/requirements.ts';
import { COMMANDS } from '../command-line.ts';
import { flagName } from '../parsing/flags.ts';
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
  expect(complete('tag', 'model.zip', '--')).toEqual([...flagsOf('tag'), '--help', '--quiet']);
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

const hasShell = (name: string) => spawnSync(name, ['--version']).status === 0;

/** What fish completes for a command line. */
function completeInFish(line: string): string[] {
  const ask = `${completionScript('fish')}\ncomplete -C '${line}'`;
  const out = execFileSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8' });
  return out.split('\n').flatMap((found) => found.split('\t')[0] || []);
}

test('fish completes commands, options and their values', wants('fish', hasShell('fish')), () => {
  expect(completeInFish('tagsmith ex')).toEqual(['export']);
  expect(completeInFish('tagsmith ').toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
  expect(completeInFish('tagsmith tag m.zip --').toSorted()).toEqual(
    [...flagsOf('tag'), '--help', '--quiet'].toSorted(),
  );
  expect(completeInFish('tagsmith train --device s')).toEqual(['simd']);
  expect(completeInFish('tagsmith train --set hid')).toEqual(['hidden=']);
  expect(completeInFish('tagsmith completions ')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
});

/** What the function for zsh passes to zsh's own, which only print it: they work in an interactive shell alone. */
function passedInZsh(...words: string[]): string[] {
  const stubs = 'compdef() { }; compadd() { print -rl -- "$@" }; _arguments() { print -rl -- "$@" }';
  const quoted = ['tagsmith', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `${stubs}\n${completionScript('zsh')}\nwords=(${quoted}); CURRENT=${words.length + 1}; _tagsmith`;
  const out = execFileSync('zsh', ['-f', '-c', ask], { encoding: 'utf8' });
  return out.split('\n').filter((word) => word !== '');
}

test('zsh gets commands, options and their values', wants('zsh', hasShell('zsh')), () => {
  expect(passedInZsh('')).toEqual(['--', ...COMMANDS.map(({ name }) => name), '--help', '--version']);
  const specs = passedInZsh('train', '');
  expect(specs.map((spec) => /--[a-z-]+/.exec(spec)?.[0])).toEqual([...flagsOf('train'), '--help', '--quiet']);
  expect(specs).toEqual(expect.arrayContaining(['*--device:device:(auto simd webgpu)', '--resume']));
  expect(specs.find((spec) => spec.startsWith('*--set'))).toMatch(/^\*--set:set:\{compadd -S "" -- .*hidden= /);
  expect(passedInZsh('tag', 'm.zip', '')).toContain('*:file:_files');
  expect(passedInZsh('completions', '')).toContain('1:shell:(bash zsh fish)');
});
