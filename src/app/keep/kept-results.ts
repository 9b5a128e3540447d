import { localText } from '../../lib/browser-text.ts';
import { usePreferenceStore } from '../stores/preferences.ts';

/** Results that are stored as a text, the last one of each kind. */
type Kind = 'search' | 'ablation';

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
  for (const kind of ['search', 'ablation'] as const)
    for (const key of [keyOf(kind), damagedKeyOf(kind)]) localText.write(key, undefined);
}
