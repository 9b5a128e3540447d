import type { SearchUpdate } from '../../workers/wire/search.ts';
import type { StudyRun } from '../stores/runs/study.ts';
import type { StudyUpdate } from '../../workers/wire/study.ts';

/** Updates that higher parts of the page handle, whose code is loaded on demand. */
export interface Updates {
  search: SearchUpdate;
  /** A row of an ablation has ended. */
  ablated: { run: StudyRun; kept: (StudyUpdate & { kind: 'result' })['kept'] };
}

const listeners: { [Name in keyof Updates]: Set<(update: Updates[Name]) => void> } = {
  search: new Set(),
  ablated: new Set(),
};

/** @returns removes the listener */
export function onUpdate<Name extends keyof Updates>(
  name: Name,
  listener: (update: Updates[Name]) => void,
): () => void {
  listeners[name].add(listener);
  return () => void listeners[name].delete(listener);
}

export function updated<Name extends keyof Updates>(name: Name, update: Updates[Name]): void {
  for (const listener of listeners[name]) listener(update);
}
