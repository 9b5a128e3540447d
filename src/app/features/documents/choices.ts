import * as v from 'valibot';
import type { Way } from '../../../documents/redaction/redact-document.ts';
import { createPersistedStore } from '../../stores/create-store.ts';

/** What may become of entities. */
export const WAYS: readonly { value: Way; label: (type: string) => string }[] = [
  { value: 'label', label: (type) => `Label: [${type}]` },
  { value: 'bar', label: () => 'Black bar' },
  { value: 'pseudonym', label: (type) => `Pseudonym: [${type} 3]` },
  { value: 'name', label: () => 'Invented name' },
  { value: 'shift', label: () => 'Shifted date' },
  { value: 'mark', label: () => 'Mark in colour' },
  { value: 'keep', label: () => 'Keep' },
];

/** What is chosen for all documents. The browser keeps it; the documents themselves are not kept. */
interface Choices {
  /** Entities below this probability are doubtful; in [0, 1]. */
  threshold: number;
  /** Doubtful entities must be looked at before documents are saved. */
  mustReview: boolean;
  /** What becomes of entities when the documents are saved, by type. */
  ways: Readonly<Record<string, Way>>;
}

export const useChoicesStore = createPersistedStore<Choices>({
  key: 'tagsmith.documents',
  initial: { threshold: 0.8, mustReview: true, ways: {} },
  fields: {
    threshold: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
    mustReview: v.boolean(),
    ways: v.record(v.string(), v.picklist(WAYS.map(({ value }) => value))),
  },
});

export function choiceChanged(change: Partial<Choices>): void {
  useChoicesStore.setState(change);
}
