import { describe, expect, test } from 'vitest';
import { commandOf, keyLines, sharedKeys, type Command } from './commands.ts';

const command = (does: string, ...keys: string[]): Command => ({ keys, label: does, does, run: () => undefined });

const COMMANDS = [
  command('previous', '←'),
  command('next', '→'),
  command('extend', 'Shift ←'),
  command('resize', 'Alt ←'),
  command('start', 'Shift ,'),
  command('end', ','),
  command('undo', 'U', 'Ctrl Z'),
  command('redo', 'Shift U', 'Ctrl Shift Z'),
  command('help', '?'),
  command('seventh', '7'),
  command('accept', 'Space'),
];

function pressed(key: string, more: object = {}, isRtl = false): string | undefined {
  const event = { key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more };
  return commandOf(event, COMMANDS, isRtl)?.does;
}

describe('the command of a key press', () => {
  test.each([
    ['ArrowRight', {}, 'next'],
    ['ArrowLeft', { shiftKey: true }, 'extend'],
    ['ArrowRight', { shiftKey: true }, 'next'],
    ['ArrowLeft', { altKey: true }, 'resize'],
    ['ArrowRight', { altKey: true }, undefined],
    [';', { code: 'Comma', shiftKey: true }, 'start'],
    [',', { code: 'Comma' }, 'end'],
    ['u', {}, 'undo'],
    ['U', { shiftKey: true }, 'redo'],
    ['U', {}, 'undo'], // with Caps Lock
    ['Z', { ctrlKey: true, shiftKey: true }, 'redo'],
    ['z', { metaKey: true }, 'undo'],
    ['u', { ctrlKey: true }, undefined],
    ['?', { shiftKey: true }, 'help'],
    ['7', { shiftKey: true }, 'seventh'], // as on French keyboards
    [' ', {}, 'accept'],
    ['x', {}, undefined],
  ])('%s %j', (key, more, does) => {
    expect(pressed(key, more)).toBe(does);
  });

  test('arrow keys follow the direction of the text', () => {
    expect(pressed('ArrowLeft', {}, true)).toBe('next');
    expect(pressed('ArrowRight', { shiftKey: true }, true)).toBe('extend');
  });
});

test('keys that two commands claim are found', () => {
  expect(sharedKeys(COMMANDS)).toEqual([]);
  expect(sharedKeys([...COMMANDS, command('other', 'X', '7', 'Shift U')])).toEqual(['7', 'Shift U']);
});

test('the list of keys has a line for each text', () => {
  const lines = keyLines([
    command('moves', '←'),
    command('moves', '→'),
    command('moves', 'Shift ←'),
    ...['1', '2', '3', '4'].map((key) => command('marks', key)),
    command('resizes', 'Alt ←'),
    command('resizes', 'Alt →'),
    command('pages', 'Page ↑', 'Page ↓'),
    command('undoes', 'U', 'Ctrl Z'),
    command('removes', 'Backspace', 'Delete'),
    { keys: ['Esc'], label: 'Close', run: () => undefined },
  ]);
  expect(lines.map(({ keys }) => keys)).toEqual(['← →', '1 – 4', 'Alt ← →', 'Page ↑ ↓', 'U', 'Backspace Delete']);
});
