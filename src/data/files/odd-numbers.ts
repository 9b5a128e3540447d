/** No two parts match the same digits, so that matching takes linear time. */
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** Spellings of numbers that are not read, and what they are called. */
const ODD: readonly [RegExp, string][] = [
  [/^[-+]?\d+,\d+(e[-+]?\d+)?$/i, 'decimal commas'],
  [/^[-+]?0x[\da-f]+(\.[\da-f]*)?(p[-+]?\d+)?$/i, 'hexadecimal numbers'],
  [/^[-+]?(nan|inf(inity)?)(\([a-z]*\))?$/i, 'numbers that are not finite'],
];

export function isNumber(field: string): boolean {
  return NUMBER.test(field);
}

/** What is odd about the spelling of a number; undefined if it is a decimal number, or none at all. */
export function oddNumber(field: string): string | undefined {
  return ODD.find(([spelling]) => spelling.test(field))?.[1];
}
