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

/** With fewer numbers, a line is one of a table. */
const LEAST_NUMBERS = 5;

/**
 * The sign between a word and the numbers of its vector if it is neither a space nor a tab; undefined if the line is no such vector. Integers
 * only may be a text with a column for each class.
 */
export function numberSeparator(line: string): string | undefined {
  const fieldsAt = (separator: string) =>
    line
      .trim()
      .replace(/^"[^"]*"/, 'quoted')
      .split(separator);
  return [',', ';', '|'].find((separator) => {
    const numbers = fieldsAt(separator).slice(1);
    const isFraction = numbers.some((field) => field.includes('.'));
    return isFraction && numbers.length >= LEAST_NUMBERS && numbers.every((field) => isNumber(field.trim()));
  });
}
