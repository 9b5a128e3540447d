import type { LogEntry } from '../sets/history.ts';
import type { Action } from '../sets/set.ts';
import { setOf, withActions } from './pull.ts';

/**
 * The log of a new set with the sentences as they are now, for a project, whose files have no place for sentences that were merged or split;
 * undefined if none were. It has everything but what can be undone.
 *
 * @param name of the new set
 */
export function undividedLog(log: readonly LogEntry[], name: string, at: number): LogEntry[] | undefined {
  const isDivided = log.some((entry) => entry.kind === 'do' && isDivision(entry.action));
  if (!isDivided) return undefined;
  const { guidelines, types, rules, records, sentences } = setOf(log);
  const refusals = sentences.flatMap(({ id, refused }) => (refused.length > 0 ? [{ id, refused }] : []));
  const actions: Action[] = [
    { kind: 'describe', name, guidelines },
    { kind: 'types', types },
    { kind: 'import', sentences: sentences.map(({ id: _id, refused: _refused, ...sentence }) => sentence), records },
    ...(rules.length > 0 ? [{ kind: 'rules' as const, rules }] : []),
    ...(refusals.length > 0 ? [{ kind: 'edit' as const, edits: refusals }] : []),
  ];
  return withActions([], actions, at);
}

function isDivision({ kind }: Action): boolean {
  return kind === 'merge' || kind === 'split';
}
