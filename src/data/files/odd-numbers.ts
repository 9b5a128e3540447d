/** The parts cannot match the same digits, so that matching takes linear time. */
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** Unsupported spellings of numbers, with a description. */
const ODD: readonly [RegExp, string][] = [
  [/^[-+]?\d+,\d+(e[-+]?\d+)?$/i, 'decimal commas'],
  [/^[-+]?0x[\da-f]+(\.[\da-f]*)?(p[-+]?\d+)?$/i, 'hexadecimal numbers'],
  [/^[-+]?(nan|inf(inity)?)(\([a-z]*\))?$/i, 'numbers that are not finite'],
];

export function isNumber(field: string): boolean {
  return NUMBER.test(field);
}

/** Describes the unsupported spelling of a number; undefined for a decimal number, or text that is not a number. */
export function oddNumber(field: string): string | undefined {
  return ODD.find(([spelling]) => spelling.test(field))?.[1];
}
