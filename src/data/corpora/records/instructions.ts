import type { JsonObject } from '../json/values.ts';

/** What the prompts of a file have around their texts. */
export interface Instruction {
  before: string;
  after: string;
}

/**
 * What all of several prompts begin and end with, up to the end of a line or a colon: the instruction around their texts. Undefined
 * without any.
 */
export function instructionIn(prompts: readonly string[]): Instruction | undefined {
  const distinct = [...new Set(prompts)];
  const [first = '', ...others] = distinct;
  if (others.length === 0) return undefined;
  const from = others.reduce((length, other) => sameStart(first, other, length), first.length);
  const [before = ''] = /^.*(?:\n|:\s)/s.exec(first.slice(0, from)) ?? [];
  const to = others.reduce((length, other) => sameEnd(first, other, length), first.length - before.length);
  const [after = ''] = /\n.*$/s.exec(first.slice(first.length - to)) ?? [];
  return /\p{L}/u.test(before + after) ? { before, after } : undefined;
}

function sameStart(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && length < b.length && a[length] === b[length]) length++;
  return length;
}

function sameEnd(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

/** A prompt without the instruction around it, if it has it. */
export function withoutInstruction(prompt: string, { before, after }: Instruction): string {
  const isAround = prompt.startsWith(before) && prompt.endsWith(after) && prompt.length > before.length + after.length;
  return isAround ? prompt.slice(before.length, prompt.length - after.length) : prompt;
}

/** The prompt of a record. */
export function promptOf({ prompt }: JsonObject): string | undefined {
  return typeof prompt === 'string' ? prompt : undefined;
}

/** Says what was left out. */
export function instructionNote({ before, after }: Instruction): string {
  const shown = `${before.trim()}${before !== '' && after !== '' ? ' … ' : ''}${after.trim()}`.replaceAll(/\s+/g, ' ');
  return `an instruction around the text, which is left out: “${shown.slice(0, 200)}”`;
}
