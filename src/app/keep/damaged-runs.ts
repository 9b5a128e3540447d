import { rawLines } from '../../lib/raw-lines.ts';
import { noticeAdded } from '../stores/notices.ts';
import { recordOf, type RunRecord } from '../stores/runs/history.ts';
import { saveFile } from '../ui/save-file.ts';
import type { RunStorage } from './run-storage.ts';

/** Names the runs whose records were stored damaged, and offers what is stored. */
export function reportDamage(records: readonly RunRecord[], storage: Pick<RunStorage, 'stored'>): void {
  const damaged = records.filter((record) => record.damaged !== undefined);
  if (damaged.length === 0) return;
  const named = damaged.map((record) => `${record.name}: ${record.damaged?.join(', ')}`).join('; ');
  const save = async () => {
    const stored = await Promise.all(damaged.map(({ id }) => storage.stored(id)));
    saveFile('damaged-runs.jsonl', rawLines(stored), 'application/json');
  };
  noticeAdded({
    kind: 'error',
    holds: () => damaged.some(({ id }) => recordOf(id) !== undefined),
    title: 'Stored runs are damaged',
    message: `The browser or the disk has changed them. What can be read is listed. ${named}.`,
    action: { label: 'Save the stored data', act: () => void save() },
  });
}
