import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { replayPastDamage, type Replayed } from '../../../../annotation/sets/replay.ts';
import { rawLines } from '../../../../lib/raw-lines.ts';
import { attempt } from '../../../trainer/bridge.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { showFirst } from '../desk/actions.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { useAnnotationStore } from '../store.ts';
import { damageShown, useAnnotationSetsStore, type DamagedSet, type SetId } from './store.ts';

/** Shows what can be read of a damaged set. @param before as far as its log could be replayed */
export async function showDamage(id: SetId, before: Replayed): Promise<void> {
  const stored = await attempt('read the set', annotationLog.stored(id));
  if (stored === undefined) return;
  const past = await replayPastDamage(stored.value.lines, recordOf(id)?.lines);
  if (useAnnotationStore.getState().id !== undefined) return; // another set was opened in the meantime
  damageShown({ id, damage: past.damage, before: partOf(before), past: partOf(past) });
}

function partOf({ history: { set }, entries }: Replayed): DamagedSet['past'] {
  const accepted = set.sentences.filter(({ state }) => state === 'accepted').length;
  return { sentences: set.sentences.length, accepted, entries };
}

/** Creates a set of what can be read, and opens it. The damaged one stays as it is. */
export async function openCopy(which: 'before' | 'past'): Promise<void> {
  const { damaged } = useAnnotationSetsStore.getState();
  if (damaged === undefined) return;
  const { entries } = damaged[which];
  const name = `${nameOf(damaged.id, entries)} (${which === 'past' ? 'repaired' : 'up to the damage'})`;
  const renamed: LogEntry = { kind: 'do', at: Date.now(), action: { kind: 'describe', name } };
  await annotationLog.create(crypto.randomUUID(), [...entries, renamed]);
  damageShown(undefined);
  showFirst();
}

/** Saves everything that is stored of a set, readable or not. */
export async function exportRaw(): Promise<void> {
  const { damaged } = useAnnotationSetsStore.getState();
  const stored = damaged && (await attempt('read the set', annotationLog.stored(damaged.id)));
  if (damaged === undefined || stored === undefined) return;
  const { record, lines } = stored.value;
  saveFile(`${nameOfDamaged(damaged)}.log.jsonl`, rawLines([{ record }, ...lines]), 'application/json');
}

const recordOf = (id: SetId) => useAnnotationSetsStore.getState().sets?.find((set) => set.id === id);

/** The name in the log, since that of the record may be damaged. */
function nameOf(id: SetId, entries: readonly LogEntry[]): string {
  const names = entries.flatMap((entry) =>
    entry.kind === 'do' && entry.action.kind === 'describe' ? (entry.action.name ?? []) : [],
  );
  return names.at(-1) ?? recordOf(id)?.name ?? 'Set';
}

export const nameOfDamaged = ({ id, past }: DamagedSet): string => nameOf(id, past.entries);
