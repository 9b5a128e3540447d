import type { Language } from './languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

function formatted(language: Language, least: number, most: number, value: number): string {
  const key = `${language} ${least} ${most}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: most });
    formats.set(key, format);
  }
  const rounded = Number(value.toFixed(most));
  return format.format(rounded === 0 ? 0 : rounded).replace('-', '−');
}

/** At most two decimals: `3.2`, `−0,5`. */
export function numberText(language: Language, value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return formatted(language, 0, 2, value);
}

/** A score in a table: two decimals. A score with a penalty is −∞. */
export function scoreText(language: Language, value: number): string {
  return value < -1000 ? '−∞' : formatted(language, 2, 2, value);
}

/** A probability with three decimals, unless it is so close to 0 or 1 that they would not show it. */
export function probabilityText(language: Language, value: number): string {
  if (value > 0 && value < 0.0005) return `< ${formatted(language, 3, 3, 0.001)}`;
  if (value < 1 && value > 0.9995) return `> ${formatted(language, 3, 3, 0.999)}`;
  return formatted(language, 3, 3, value);
}

/** What a typed number can mean: `1,234` is a fraction, or a thousand with its separator. */
export function readingsOf(text: string): number[] {
  const decimal = parseNumber(text);
  const grouped = /^\s*\d{1,3}([.,\u00a0\s]\d{3})+\s*$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : undefined;
  return [decimal, grouped].filter((number) => number !== undefined);
}

/** A number as people of any of the languages type it; undefined if it is none. */
export function parseNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll('−', '-').replace(',', '.');
  if (plain === '' || !Number.isFinite(Number(plain))) return undefined;
  return Number(plain);
}
