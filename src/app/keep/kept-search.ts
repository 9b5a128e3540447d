import { localText } from '../../lib/browser-text.ts';

/** Only the last search is stored, since trials are stored as runs. */
const KEY = 'tagsmith.search';

/** A stored search that cannot be read, for reports of faults. */
const DAMAGED = `${KEY}.damaged`;

export const readKeptSearch = (): string | null => localText.read(KEY);

/** @returns whether it was stored */
export const keepSearch = (text: string): boolean => localText.write(KEY, text);

export function setDamagedSearchAside(text: string): void {
  localText.write(DAMAGED, text);
  localText.write(KEY, undefined);
}

export function forgetKeptSearch(): void {
  for (const key of [KEY, DAMAGED]) localText.write(key, undefined);
}
