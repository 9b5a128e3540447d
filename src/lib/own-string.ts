/**
 * A copy of a text that may be a part of a longer one. V8 does not copy parts of 13 characters and more, so that each
 * keeps the whole text in memory: for texts that are kept longer than what they are parts of.
 */
export function ownString(part: string): string {
  return [...part].join('');
}
