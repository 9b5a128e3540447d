import { expect, test } from 'vitest';
import { Terminal, type Output } from './terminal.ts';

const CLEAR = '\r\u001b[K';

function recorder(isTTY: boolean): Output & { text: string } {
  return {
    text: '',
    isTTY,
    columns: 20,
    write(text: string) {
      this.text += text;
    },
  };
}

test('updates one line on a terminal, cut to its width, and clears it before other output', () => {
  const [out, err] = [recorder(true), recorder(true)];
  const terminal = new Terminal(out, err);
  terminal.progress('reading');
  terminal.progress('a'.repeat(40));
  terminal.print('result');
  terminal.note('note');
  expect(err.text).toBe(`${CLEAR}reading${CLEAR}${'a'.repeat(19)}${CLEAR}note\n`);
  expect(out.text).toBe('result\n');
});

test('prints a progress line at most every ten seconds if there is no terminal', () => {
  const err = recorder(false);
  let now = 0;
  const terminal = new Terminal(recorder(false), err, () => now);
  for (; now <= 21_000; now += 1000) terminal.progress(`${now / 1000} s`);
  expect(err.text).toBe('0 s\n10 s\n20 s\n');
});
