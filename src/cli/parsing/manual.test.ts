import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { COMMANDS, parseCommandLine } from '../command-line.ts';
import { flagName } from './flags.ts';
import { manualPage } from './manual.ts';
import { Terminal } from '../terminal.ts';
import { UsageError } from './usage.ts';

test('the manual page has every command and option, and roff sees no escapes or requests in their texts', () => {
  const page = manualPage(COMMANDS, '1.2');
  const plain = page.replaceAll('\\-', '-');
  for (const { name, flags } of COMMANDS) {
    expect(plain).toContain(`\n.SS ${name}\n.B tagsmith ${name}`);
    for (const key of Object.keys(flags)) expect(plain).toContain(`\n.BR ${flagName(key)}`);
  }
  expect(page.split('\n').filter((line) => /^[.']/.test(line) && !/^\.(TH|SH|SS|B|BR|I|RI|PP|TP|TQ|sp|br)( |$)/.test(line))).toEqual([]); // prettier-ignore
  expect(page.replaceAll(/\\[-e&]/g, '')).not.toContain('\\');
  const remarks = spawnSync('groff', ['-man', '-ww', '-z', '-Tutf8', '-K', 'utf8'], { input: page, encoding: 'utf8' });
  expect(remarks.stderr ?? '').toBe(''); // null where groff is not installed
});

test('quiet: results and errors, without notes and progress; anywhere before --', () => {
  const written: string[] = [];
  const terminal = new Terminal({ write: (text) => written.push(text) }, { write: (text) => written.push(text) });
  terminal.isQuiet = true;
  terminal.note('note');
  terminal.progress('progress');
  terminal.print('result');
  terminal.error('error');
  expect(written).toEqual(['result\n', 'error\n']);
  for (const line of ['-q info a', 'info -q a', 'info a --quiet'])
    expect(parseCommandLine(line.split(' '))).toMatchObject({ name: 'info', isQuiet: true });
  expect(parseCommandLine(['info', '--', '-q'])).toMatchObject({ isQuiet: false });
});

test('what is mistyped is suggested: commands, options, and values of every option that has some', () => {
  const messageOf = (...args: string[]) => {
    try {
      parseCommandLine(args);
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
    return 'accepted';
  };
  expect(messageOf('trian')).toContain('Did you mean train?');
  expect(messageOf('help', 'exprot')).toContain('Did you mean export?');
  const silent: string[] = [];
  for (const { name, args, flags } of COMMANDS) {
    const required = Object.values(args).filter(({ isRequired }) => isRequired === true);
    for (const [key, flag] of Object.entries(flags)) {
      const option = flagName(key);
      if (!messageOf(name, `${option}x`).includes('Did you mean --')) silent.push(`${name} ${option}x`);
      const value = flag.values?.find((one) => one.length > 3);
      if (value === undefined) continue;
      const needed = Object.entries(flags).filter(([other, { isRequired }]) => isRequired === true && other !== key);
      const others = [...required.map(() => 'a'), ...needed.flatMap(([other]) => [flagName(other), 'a'])];
      const wrong = value.endsWith('=') ? value.replace('=', 'q=1') : `${value}q`;
      const message = messageOf(name, ...others, option, wrong);
      if (!message.includes('Did you mean')) silent.push(`${name} ${option} ${wrong}: ${message}`);
    }
  }
  expect(silent).toEqual([]);
});
