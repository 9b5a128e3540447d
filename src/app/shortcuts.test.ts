import { expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
});

test('keys have the commands that the help lists', () => {
  expect(shortcutOf(press('t'), false)).toBe('T');
  expect(shortcutOf(press('/'), false)).toBe('/');
  expect(shortcutOf(press('?'), false)).toBe('?');
  expect(shortcutOf(press('x'), false)).toBeUndefined();
});

test("typing, held keys and the browser's own shortcuts are ignored", () => {
  expect(shortcutOf(press('t'), true)).toBeUndefined();
  expect(shortcutOf(press('t', { ctrlKey: true }), false)).toBeUndefined();
  expect(shortcutOf(press('e', { metaKey: true }), false)).toBeUndefined();
  expect(shortcutOf(press('t', { repeat: true }), false)).toBeUndefined();
});
