import { yieldToEventLoop } from '../../lib/event-loop.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { advance, startOf, type History, type LogEntry } from './history.ts';
import { isDivision, keepsSentences, misfit, readLogEntry } from './log-entry.ts';
import { emptySet, type Action } from './set.ts';

/** A stored value of a log, with its place in it. */
export interface StoredLine {
  /** 0-based. */
  line: number;
  stored: unknown;
}

/** Lines of a log that cannot be used. */
export interface Damage {
  /** The first and the last of them, 0-based. */
  from: number;
  to: number;
  /** `missing`, or what the line has where it should not. */
  reason: string;
}

/** A log as far as it could be replayed. */
export interface Replayed {
  history: History;
  /** The entries behind the history. */
  entries: LogEntry[];
  /** Empty: nothing is damaged. */
  damage: Damage[];
}

/** How long a replay occupies the thread: thousands of actions on a large set take some hundred milliseconds. */
const SLICE: Milliseconds = 12;

/**
 * Replays the lines of a log, in order, up to the first damaged or missing one.
 *
 * @param start the state before the lines, and the place of the first of them
 * @param expected the number of lines that the log should have, if it is known
 */
export async function replay(
  lines: readonly StoredLine[],
  start: { history: History; at: number } = { history: startOf(emptySet('')), at: 0 },
  expected?: number,
): Promise<Replayed> {
  const { replayed, next } = await replayPart(lines, start);
  const { damage } = replayed;
  if (damage.length === 0 && (expected ?? 0) > next) damage.push({ from: next, to: expected! - 1, reason: MISSING });
  return replayed;
}

/**
 * Replays a damaged log without its damaged lines. Sentences are numbered in the order of their import: once an import may be missing, edits
 * are used only for sentences that were imported before; where sentences are merged or split, only up to the damage. An empty action takes the place of each damaged line, so that a
 * later undo refers to the action that it was meant for.
 */
export async function replayPastDamage(stored: readonly StoredLine[], expected?: number): Promise<Replayed> {
  const lines = inOrder(stored);
  let state = { history: startOf(emptySet('')), at: 0 };
  const entries: LogEntry[] = [];
  const damage: Damage[] = [];
  const hasDivisions = lines.some(({ stored }) => isDivision(stored));
  let known = Infinity;
  let from = 0;
  for (;;) {
    const { replayed, next } = await replayPart(lines.slice(from), state, known);
    for (const entry of replayed.entries) entries.push(entry);
    damage.push(...replayed.damage);
    const last = replayed.damage.at(-1);
    if (last === undefined) {
      if ((expected ?? 0) > next) damage.push({ from: next, to: expected! - 1, reason: MISSING });
      return { history: replayed.history, entries, damage };
    }
    from = lines.findIndex(({ line }) => line > last.to);
    const damaged = lines.find(({ line }) => line === last.from);
    if (damaged === undefined || !keepsSentences(damaged.stored))
      known = hasDivisions ? 0 : Math.min(known, replayed.history.set.sentences.length);
    const at = entries.at(-1)?.at ?? 0;
    const places = Array.from({ length: Math.min(last.to - last.from + 1, MOST_PLACES) }, (): LogEntry => ({ kind: 'do', at, action: NOTHING })); // prettier-ignore
    entries.push(...places);
    state = { history: places.reduce(advance, replayed.history), at: last.to + 1 };
    if (from < 0) from = lines.length;
  }
}

/** The lines that have a place, each place once: a number of a line may itself be damaged. What is left out is missing where it was. */
function inOrder(lines: readonly StoredLine[]): StoredLine[] {
  const placed = lines.filter(({ line }) => Number.isSafeInteger(line) && line >= 0);
  const ordered = placed.toSorted((a, b) => a.line - b.line);
  return ordered.filter(({ line }, i) => line !== ordered[i - 1]?.line);
}

const MISSING = 'missing';
const NOTHING: Action = { kind: 'edit', edits: [] };
/** The number of a line may itself be damaged. */
const MOST_PLACES = 1000;

/** @param known edits of sentences from this one on are left out */
async function replayPart(
  lines: readonly StoredLine[],
  { history, at }: { history: History; at: number },
  known = Infinity,
): Promise<{ replayed: Replayed; next: number }> {
  const replayed: Replayed = { history, entries: [], damage: [] };
  let next = at;
  let since = performance.now();
  for (const { line, stored } of lines) {
    const read = await readLogEntry(stored);
    const { set } = replayed.history;
    const entry = read.entry && withKnown(read.entry, known);
    const problem = entry?.kind === 'do' ? misfit(set, entry.action) : read.problem;
    if (line !== next) replayed.damage.push({ from: next, to: line - 1, reason: MISSING });
    else if (entry === undefined || problem !== undefined)
      replayed.damage.push({ from: line, to: line, reason: problem ?? MISSING });
    if (replayed.damage.length > 0 || entry === undefined) return { replayed, next };
    replayed.history = advance(replayed.history, entry);
    replayed.entries.push(entry);
    next = line + 1;
    if (performance.now() - since < SLICE) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
  return { replayed, next };
}

function withKnown(entry: LogEntry, known: number): LogEntry {
  if (entry.kind !== 'do' || known === Infinity) return entry;
  if (entry.action.kind === 'merge' || entry.action.kind === 'split') return { ...entry, action: NOTHING };
  if (entry.action.kind !== 'edit') return entry;
  const { edits } = entry.action;
  return edits.every(({ id }) => id < known) ? entry : { ...entry, action: { kind: 'edit', edits: edits.filter(({ id }) => id < known) } }; // prettier-ignore
}

/** `line 12: missing`. */
export function damageInWords({ from, to, reason }: Damage): string {
  return from === to ? `line ${from + 1}: ${reason}` : `lines ${from + 1} to ${to + 1}: ${reason}`;
}
