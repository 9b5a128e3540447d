import { lazily } from '../../lib/lazily.ts';

/** A day, and how a text with it is written again. Months are 1 to 12. */
interface WrittenDate {
  year: number;
  month: number;
  day: number;
  write: (year: number, month: number, day: number) => string;
}

const DAY = 86_400_000; // milliseconds
/** Of dates without a year, and of months without a day: leap year, middle of the month. */
const UNKNOWN = { year: 2024, day: 15 };

/** Names of months, long and short, with their numbers. */
const monthNames = lazily((): readonly (readonly string[])[] =>
  ['en', 'de'].flatMap((language) =>
    (['long', 'short'] as const).map((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, i) => format.format(Date.UTC(2024, i, 1)).replace(/\.$/, ''));
    }),
  ),
);

/**
 * A date that is some days later, written in the same way: `2024-03-05`, `5.3.2024`, `5/3/24`, `5 March 2024`, `March 5, 2024`, `March 2024`,
 * `5. März`, `5 tháng 3 năm 2024`. Of `5/3`, the day comes first unless it cannot.
 *
 * @returns undefined if the text is not such a date: a year alone, a weekday
 */
export function shiftDate(text: string, days: number): string | undefined {
  for (const parse of [parseNumbers, parseNamed, parseVietnamese]) {
    const date = parse(text.trim());
    if (date === undefined) continue;
    const { year, month, day, write } = date;
    const before = new Date(Date.UTC(year, month - 1, day));
    if (before.getUTCMonth() !== month - 1) return undefined; // 31 February
    const after = new Date(before.getTime() + days * DAY);
    return write(after.getUTCFullYear(), after.getUTCMonth() + 1, after.getUTCDate());
  }
  return undefined;
}

function parseNumbers(text: string): WrittenDate | undefined {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text);
  if (iso !== null) {
    const [, year, separator, month, day] = iso as unknown as [string, string, string, string, string];
    const digits = digitsOf(month, day);
    return dateOf(year, month, day, (y, m, d) => [y, digits(m), digits(d)].join(separator));
  }
  const other = /^(\d{1,2})([-/.] ?)(\d{1,2})\2(\d{4}|\d{2})$/.exec(text);
  if (other === null) return undefined;
  const [, first, separator, second, year] = other as unknown as [string, string, string, string, string];
  const isMonthFirst = Number(second) > 12;
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  const digits = digitsOf(month, day);
  return dateOf(year, month, day, (y, m, d) =>
    [...(isMonthFirst ? [digits(m), digits(d)] : [digits(d), digits(m)]), likeYear(y, year)].join(separator),
  );
}

function parseNamed(text: string): WrittenDate | undefined {
  const dayFirst = /^(\d{1,2})(\.?|st|nd|rd|th)( of)? (\p{L}+)(\.?)(?:(,? )(\d{4}))?$/u.exec(text);
  if (dayFirst !== null) {
    const [, day, ordinal, of = '', name, dot, comma, year] = dayFirst as unknown as (string | undefined)[];
    // `5. April` is German; most other months are named differently.
    return named({ name: name!, year, day, isGerman: ordinal === '.' }, (month, y, d) => {
      const written = `${likeDigits(d, day!)}${ordinalLike(d, ordinal!)}${of} ${month}${dot}`;
      return year === undefined ? written : `${written}${comma}${y}`;
    });
  }
  const monthFirst = /^(\p{L}+)(\.?)(?: (\d{1,2})(st|nd|rd|th)?)?(?:(,? )(\d{4}))?$/u.exec(text);
  if (monthFirst === null) return undefined;
  const [, name, dot, day, ordinal = '', comma, year] = monthFirst as unknown as (string | undefined)[];
  if (day === undefined && year === undefined) return undefined;
  return named({ name: name!, year, day, isGerman: false }, (month, y, d) => {
    const written =
      day === undefined ? `${month}${dot}` : `${month}${dot} ${likeDigits(d, day)}${ordinalLike(d, ordinal)}`;
    return year === undefined ? written : `${written}${comma}${y}`;
  });
}

function parseVietnamese(text: string): WrittenDate | undefined {
  const found = /^((?:ngày )?)(\d{1,2}) tháng (\d{1,2})((?: năm (\d{4}))?)$/iu.exec(text);
  if (found === null) return undefined;
  const [, before, day, month, rest, year] = found as unknown as [string, string, string, string, string, string];
  return dateOf(year ?? String(UNKNOWN.year), month, day, (y, m, d) => {
    const written = `${before}${likeDigits(d, day)} tháng ${likeDigits(m, month)}`;
    return rest === '' ? written : `${written} năm ${y}`;
  });
}

function named(
  { name, year, day, isGerman }: { name: string; year: string | undefined; day: string | undefined; isGerman: boolean },
  write: (month: string, year: number, day: number) => string,
): WrittenDate | undefined {
  const months = monthNames();
  const names = (isGerman ? [...months.slice(2), ...months] : months).find((all) =>
    all.some((month) => isSame(month, name)),
  );
  if (names === undefined) return undefined;
  const month = names.findIndex((one) => isSame(one, name)) + 1;
  const isUpper = name === name.toUpperCase();
  return dateOf(year ?? String(UNKNOWN.year), String(month), day ?? String(UNKNOWN.day), (y, m, d) =>
    write(isUpper ? names[m - 1]!.toUpperCase() : names[m - 1]!, y, d),
  );
}

function dateOf(year: string, month: string, day: string, write: WrittenDate['write']): WrittenDate | undefined {
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > 31) return undefined;
  return { year: year.length === 2 ? 2000 + Number(year) : Number(year), month: m, day: d, write };
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
/** Two digits for all numbers, unless one was written with a single digit. */
const digitsOf = (...written: readonly string[]) => {
  const width = written.every(({ length }) => length === 2) ? 2 : 1;
  return (value: number) => String(value).padStart(width, '0');
};
const likeDigits = (value: number, written: string) =>
  String(value).padStart(written.startsWith('0') ? written.length : 1, '0');
const likeYear = (year: number, written: string) => (written.length === 2 ? String(year).slice(-2) : String(year));

function ordinalLike(day: number, written: string): string {
  if (!/[a-z]/.test(written)) return written;
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
