import type { Bytes, Seconds } from '../../lib/units.ts';

/** `12,480`. Does not use `Intl.NumberFormat`, whose setup takes 20 ms when the page opens. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 sentence`, `14,041 sentences`. */
export function formatCounted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`;
}

/** `1,287 sentences · 19,310 tokens`: no line begins with a dot or a unit. */
export function joinFacts(facts: readonly string[]): string {
  return facts.map((fact) => fact.replace(/^([\d,.]+) /, '$1\u00a0')).join('\u00a0· ');
}

/** A score in [0, 1], in percent: `92.71`. */
export function formatScore(value: number): string {
  return (value * 100).toFixed(2);
}

/** A probability in [0, 1]: `.98`; values that round to one are `1.0`. */
export function formatProbability(value: number): string {
  const text = value.toFixed(2);
  return text === '1.00' ? '1.0' : text.slice(1);
}

/** Three significant digits, no exponent for common sizes: losses, learning rates. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6) return value.toExponential(1).replace(/(\.0)?e\+/, 'e');
  if (size >= 1000) return formatCount(value);
  if (size < 0.0001) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}

/** With a sign: `+2.31`, `−0.40`. */
export function formatSigned(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}

/** `3.3 MB`, in powers of 1000. */
export function formatBytes(bytes: Bytes): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${units[unit]}`;
}

/** `Nov 22, 2026, 11:51 AM`, in the local time zone. */
export function formatMoment(moment: Date): string {
  return moment.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** `8 s`, `2 min`, `1 h 20 min` */
export function formatDuration(seconds: Seconds): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** Formats `expected a number` as `Expected a number.` */
export function formatSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Rounds to six digits, the precision of 32-bit floats. */
export function roundFloat32(value: number | undefined): number | undefined {
  return value === undefined || Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

/** The value of a setting: `on`, `cnn`, `0.002`. */
export function formatSetting(value: boolean | number | string): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
