import { looksLikeRules, readOwnRules, writeRules } from '../rules/read-rules.ts';
import type { Action, AnnotationSet } from '../sets/set.ts';

/** What a set says to all who annotate it, as the contents of files in its folder. Empty: no file. */
export interface SharedNotes {
  guidelines: string;
  /** As `writeRules` writes them; in the file of a project possibly with comments. */
  rules: string;
}

export type NoteKind = keyof SharedNotes;

export const NO_NOTES: SharedNotes = { guidelines: '', rules: '' };

export const NOTE_KINDS = ['guidelines', 'rules'] as const satisfies readonly NoteKind[];
export const NOTE_FILES: Readonly<Record<NoteKind, string>> = { guidelines: 'guidelines.md', rules: 'rules.tsv' };

export function notesOf({ guidelines, rules }: Pick<AnnotationSet, 'guidelines' | 'rules'>): SharedNotes {
  return { guidelines, rules: rules.length === 0 ? '' : writeRules(rules) };
}

/** The notes of a project as a copy that takes them over has them: without comments and lines that are no rules. */
export function notesAsTaken({ guidelines, rules }: SharedNotes): SharedNotes {
  return notesOf({ guidelines, rules: rulesIn(rules) });
}

/** The actions by which a set gets these notes. */
export function noteActions(set: Pick<AnnotationSet, 'guidelines' | 'rules'>, notes: SharedNotes): Action[] {
  const [own, taken] = [notesOf(set), notesAsTaken(notes)];
  return [
    ...(own.guidelines === taken.guidelines ? [] : [{ kind: 'describe' as const, guidelines: notes.guidelines }]),
    ...(own.rules === taken.rules ? [] : [{ kind: 'rules' as const, rules: rulesIn(notes.rules) }]),
  ];
}

const rulesIn = (text: string) => (text === '' ? [] : readOwnRules('', new TextEncoder().encode(text)).rules);

/** How a note that two people may have changed is merged. `base`: what both started from, if it is known. */
export const MERGE_NOTE: Readonly<
  Record<NoteKind, (base: string | undefined, mine: string, theirs: string) => string>
> = { guidelines: mergedGuidelines, rules: mergedRules };

export function mergedNotes(base: SharedNotes | undefined, mine: SharedNotes, theirs: SharedNotes): SharedNotes {
  const merged = (kind: NoteKind) => MERGE_NOTE[kind](base?.[kind], mine[kind], theirs[kind]);
  return { guidelines: merged('guidelines'), rules: merged('rules') };
}

/** What only one has changed is taken over; if both have, the lines of both are kept. */
function mergedGuidelines(base: string | undefined, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base || mine.trim() === '') return theirs;
  return joinedLines(mine, theirs);
}

/** Each rule is a line of its own: those that one has added are added, and those that one has removed are removed. */
function mergedRules(base = '', mine: string, theirs: string): string {
  const [before, own, others] = [rowsOf(base), rowsOf(mine), rowsOf(theirs)] as const;
  const kept = [...others].filter(([key]) => !before.has(key) || own.has(key));
  const added = [...own].filter(([key]) => !before.has(key) && !others.has(key));
  const rows = [...kept, ...added].map(([, row]) => `${row}\n`);
  return rows.length === 0 ? '' : writeRules([]) + rows.join('');
}

/** The rows of a file of rules by what they say, however their cells are padded. */
function rowsOf(rules: string): Map<string, string> {
  const rows = linesIn(rules).filter((line) => !looksLikeRules(line));
  return new Map(rows.map((row) => [row.split('\t').map((cell) => cell.trim()).join('\t').trim(), row])); // prettier-ignore
}

/** The lines of both, each once: those of the first, then those that only the second has. */
export function joinedLines(first: string, second: string): string {
  const own = linesIn(first);
  const known = new Set(own);
  return [...own, ...linesIn(second).filter((line) => !known.has(line))].map((line) => `${line}\n`).join('');
}

const linesIn = (text: string) => text.split(/\r?\n/).filter((line, i, all) => i < all.length - 1 || line !== '');
