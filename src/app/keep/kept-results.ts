import { localText } from '../../lib/browser-text.ts';
import { crc32 } from '../../lib/crc32.ts';
import { StudioError } from '../../lib/errors.ts';
import { usePreferenceStore } from '../stores/preferences.ts';

/** Results that are stored as a text, the last one of each kind. */
const KINDS = ['search', 'ablation', 'label-check'] as const;
type Kind = (typeof KINDS)[number];

const keyOf = (kind: Kind) => `tagsmith.${kind}`;

/** Of a text that cannot be read, for reports of faults. */
const damagedKeyOf = (kind: Kind) => `${keyOf(kind)}.damaged`;

export const readResult = (kind: Kind): string | null => localText.read(keyOf(kind));

/** @returns false if there is no space; nothing is stored if the user does not want it */
export function keepResult(kind: Kind, text: string): boolean {
  return !usePreferenceStore.getState().isKeepingRuns || localText.write(keyOf(kind), text);
}

export function setDamagedResultAside(kind: Kind, text: string): void {
  localText.write(damagedKeyOf(kind), text);
  localText.write(keyOf(kind), undefined);
}

export function forgetResults(): void {
  for (const kind of KINDS) for (const key of [keyOf(kind), damagedKeyOf(kind)]) localText.write(key, undefined);
}

interface Sealed<T> {
  version: number;
  checksum: number;
  value: T;
}

/** Plain data as a text that `unsealed` reads only if nothing in it has changed. @param version of its form */
export function sealed(version: number, value: unknown): string {
  return JSON.stringify({ version, checksum: checksumOf(version, value), value } satisfies Sealed<unknown>);
}

/** @throws StudioError BadInput, SyntaxError */
export function unsealed<T>(version: number, text: string): T {
  const read = JSON.parse(text) as Sealed<T>;
  if (read.version === version && read.checksum === checksumOf(version, read.value)) return read.value;
  throw new StudioError('BadInput', 'It was stored damaged, or by another version.');
}

function checksumOf(version: number, value: unknown): number {
  return crc32(new TextEncoder().encode(JSON.stringify([version, value])));
}
