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

/** Whether a field is a number in any spelling, also in one that is reported later. */
export function isAnyNumber(field: string): boolean {
  return isNumber(field) || oddNumber(field) !== undefined;
}

/** The number of numbers at the end of fields, of which the first is a word: it may be a number, too. */
export function numbersAtEnd(fields: readonly string[]): number {
  const lastOfWord = fields.findLastIndex((field) => !isAnyNumber(field));
  return fields.length - 1 - Math.max(0, lastOfWord);
}
