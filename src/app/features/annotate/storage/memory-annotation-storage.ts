import type { LogEntry } from '../../../../annotation/sets/history.ts';
import type { StoredLine } from '../../../../annotation/sets/replay.ts';
import type { SetId, SetRecord } from '../sets/store.ts';
import type { AnnotationStorage, Appended } from './annotation-storage.ts';
import type { KeptLearner } from './stored-set.ts';

/** In-memory storage, for browsers that store nothing: sets are lost when the page is closed. */
export class MemoryAnnotationStorage implements AnnotationStorage {
  readonly isLasting: boolean = false;
  readonly records = new Map<SetId, SetRecord>();
  readonly logs = new Map<SetId, unknown[]>();
  readonly learners = new Map<SetId, KeptLearner>();

  sets(): Promise<SetRecord[]> {
    return Promise.resolve([...this.records.values()]);
  }

  record(id: SetId): Promise<unknown> {
    return Promise.resolve(this.records.get(id));
  }

  create(record: SetRecord, lines: readonly StoredLine[]): Promise<void> {
    this.records.set(record.id, record);
    this.logs.set(
      record.id,
      lines.map(({ stored }) => stored),
    );
    return Promise.resolve();
  }

  log(id: SetId, from: number): Promise<StoredLine[]> {
    const lines = (this.logs.get(id) ?? []).map((stored, line) => ({ line, stored }));
    return Promise.resolve(lines.slice(from));
  }

  append(record: SetRecord, at: number, entries: readonly LogEntry[]): Promise<Appended> {
    const log = this.logs.get(record.id);
    if (log === undefined) return Promise.resolve('gone');
    if (log.length !== at) return Promise.resolve('conflict');
    log.push(...entries);
    this.records.set(record.id, record);
    return Promise.resolve('stored');
  }

  delete(id: SetId): Promise<void> {
    this.records.delete(id);
    this.logs.delete(id);
    this.learners.delete(id);
    return Promise.resolve();
  }

  keepLearner(id: SetId, learner: KeptLearner): Promise<void> {
    this.learners.set(id, learner);
    return Promise.resolve();
  }

  learner(id: SetId): Promise<KeptLearner | undefined> {
    return Promise.resolve(this.learners.get(id));
  }
}
