import { closest } from '../../lib/closest.ts';
import { UsageError } from './usage.ts';

/** A flag of a command, `--name VALUE`, or a positional argument. Its name is its key: `tagColumn` is `--tag-column`. */
export interface Flag<T = unknown> {
  /** What follows the name in the help: `FILE`; empty for a switch. */
  value: string;
  /** For the help, which wraps it. Lines of their own stay so. Consecutive flags with the same text are listed together. */
  help: string;
  isRequired?: boolean;
  /** Heading in the help above this flag. */
  heading?: string | undefined;
  /** Possible values, for completions; undefined: a file, a folder, a number. */
  values?: readonly string[] | undefined;
  /** Most values; only of arguments. */
  most?: number;
  /** Converts the given values, of which a single one overrides those before it. @throws UsageError */
  read: (given: readonly string[], name: string) => T;
}

export type Flags = Readonly<Record<string, Flag>>;

/** The values of flags. */
export type ValuesOf<F extends Flags> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/** A text, such as the path of a file. */
export const text = (value: string, help: string, values?: readonly string[]): Flag<string | undefined> => ({
  value,
  help,
  values,
  read: (given) => given.at(-1),
});

/** A flag that may be repeated. */
export const texts = (value: string, help: string, values?: readonly string[]): Flag<string[]> => ({
  value,
  help,
  values,
  read: (given) => [...given],
});

export const toggle = (help: string): Flag<boolean> => ({ value: '', help, read: (given) => given.length > 0 });

/** Names separated by commas. */
export const names = (value: string, help: string, values?: readonly string[]): Flag<string[] | undefined> => ({
  value,
  help,
  values,
  read: (given) =>
    given
      .at(-1)
      ?.split(',')
      .map((name) => name.trim()),
});

/** A whole number. */
export const whole = (value: string, help: string, least = 1, most?: number): Flag<number | undefined> => ({
  value,
  help,
  read(given, name) {
    const last = given.at(-1);
    if (last === undefined) return undefined;
    const number = Number(last);
    if (/^\d{1,9}$/.test(last) && number >= least && number <= (most ?? number)) return number;
    const expected = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new UsageError(`${name} is ${last}: expected a whole number ${expected}.`);
  },
});

/** A share, from 0 to 1. */
export const fraction = (value: string, help: string): Flag<number | undefined> => ({
  value,
  help,
  read(given, name) {
    const last = given.at(-1);
    if (last === undefined) return undefined;
    if (/^[01]?\.?\d*$/.test(last) && last !== '' && Number(last) <= 1) return Number(last);
    throw new UsageError(`${name} is ${last}: expected a number from 0 to 1.`);
  },
});

export const oneOf = <const V extends string>(choices: readonly V[], preset: NoInfer<V>, help: string): Flag<V> => ({
  value: choices.join('|'),
  help,
  values: choices,
  read: (given, name) => choose(choices, given.at(-1) ?? preset, `${name} is `),
});

/** One of the choices, undefined unless it is given. */
export const maybeOneOf = <const V extends string>(choices: readonly V[], help: string): Flag<V | undefined> => ({
  value: choices.join('|'),
  help,
  values: choices,
  read(given, name) {
    const last = given.at(-1);
    return last === undefined ? undefined : choose(choices, last, `${name} is `);
  },
});

/** A flag that must be given. @param what named if it is missing */
export function required<T>(flag: Flag<T>, what?: string): Flag<NonNullable<T>> {
  return {
    ...flag,
    isRequired: true,
    read(given, name) {
      if (given.length === 0) throw new UsageError(`Expected ${what ?? `${name} ${flag.value}`}.`);
      return flag.read(given, name)!;
    },
  };
}

/** A required argument. @param what named if it is missing */
export const argument = (value: string, what = value): Flag<string> => required({ ...text(value, ''), most: 1 }, what);

/** All further arguments. */
export const furtherArguments = (value: string): Flag<string[]> => ({ ...texts(value, ''), most: Infinity });

/** The flags under one text in the help. */
export const sharing = <F extends Flags>(help: string, flags: F): F => eachFlag(flags, (flag) => ({ ...flag, help }));

/** The flags under a heading in the help. */
export const under = <F extends Flags>(heading: string, flags: F): F =>
  eachFlag(flags, (flag, i) => (i === 0 ? { ...flag, heading } : flag));

function eachFlag<F extends Flags>(flags: F, change: (flag: Flag, index: number) => Flag): F {
  return Object.fromEntries(Object.entries(flags).map(([name, flag], i) => [name, change(flag, i)])) as F;
}

/** `--tag-column` for `tagColumn`. */
export const flagName = (key: string): string =>
  `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** One of the choices. @param before `--device is ` @throws UsageError */
export function choose<const V extends string>(choices: readonly V[], given: string, before: string): V {
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  throw new UsageError(`${before}${given}: expected ${choices.join(', ')}.${didYouMean(given, choices)}`);
}

/** ` Did you mean dev?`, or nothing. */
export function didYouMean(given: string, choices: readonly string[]): string {
  const similar = closest(given, choices);
  return similar === undefined ? '' : ` Did you mean ${similar}?`;
}
