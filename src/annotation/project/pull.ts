import { advance, startOf, type LogEntry } from '../sets/history.ts';
import { emptySet, type Action, type NewSentence, type SentenceEdit } from '../sets/set.ts';
import { textsNamed, type SentenceKey, type Writer } from './format.ts';
import { isMarked, spansText, type MergedSet, type MergedSentence, type ProjectSet } from './merge.ts';
import type { OwnLines } from './own-lines.ts';

/**
 * The actions that bring a set of this browser up to date with the project: texts and types that it lacks, and, if wanted, what others have
 * annotated where its own writer has said nothing that still counts.
 */
export function pullActions(
  own: Pick<OwnLines, 'set' | 'keys' | 'adopted'>,
  merged: MergedSet,
  { texts }: Pick<ProjectSet, 'texts'>,
  { writer, isAdopting }: { writer: Writer; isAdopting: boolean },
): Action[] {
  const present = new Set(own.keys.map((key) => key.slice(0, key.lastIndexOf(':'))));
  const missing = new Set(merged.sentences.map(({ key }) => key.slice(0, key.lastIndexOf(':'))));
  const imports = [...missing].filter((name) => !present.has(name));
  const actions: Action[] = imports.map((name) => ({ kind: 'import', sentences: textsNamed(texts, name) ?? [] }));
  const names = own.set.types.map(({ name }) => name);
  const added = merged.types.filter(({ name }) => !names.includes(name));
  if (own.set.sentences.length === 0 && merged.types.length > 0) actions.push({ kind: 'types', types: merged.types });
  else if (added.length > 0) {
    const types = added.map((type) => ({ ...type, key: own.set.types.some(({ key }) => key === type.key) ? undefined : type.key })); // prettier-ignore
    actions.push({ kind: 'types', types: [...own.set.types, ...types] });
  }
  const edits = isAdopting ? adoptions(afterActions(own, imports, texts), merged, writer) : [];
  return edits.length === 0 ? actions : [...actions, { kind: 'edit', edits }];
}

interface OwnSentence {
  id: number;
  sentence: Pick<NewSentence, 'state' | 'spans' | 'refused' | 'offsets'>;
  isAdopted: boolean;
}

function afterActions(
  { set, keys, adopted }: Pick<OwnLines, 'set' | 'keys' | 'adopted'>,
  imports: readonly string[],
  texts: ProjectSet['texts'],
): Map<SentenceKey, OwnSentence> {
  const own = new Map<SentenceKey, OwnSentence>();
  for (const [id, sentence] of set.sentences.entries())
    own.set(keys[id]!, { id, sentence, isAdopted: adopted.has(id) });
  for (const name of imports) {
    for (const [i, sentence] of (textsNamed(texts, name) ?? []).entries())
      own.set(`${name}:${i}`, { id: own.size, sentence, isAdopted: false });
  }
  return own;
}

function adoptions(own: ReadonlyMap<SentenceKey, OwnSentence>, merged: MergedSet, writer: Writer): SentenceEdit[] {
  return merged.sentences.flatMap(({ key, agreed, opinions, heads }) => {
    const mine = own.get(key);
    const others = opinions.filter((one) => one.writer !== writer);
    if (mine === undefined || agreed === undefined || others.length === 0) return [];
    const isReplaced = !heads.some((one) => one.writer === writer);
    const isOwn = isMarked(mine.sentence) && !mine.isAdopted && !isReplaced;
    if (isOwn || isLike(mine.sentence, agreed)) return [];
    const { spans, refused = [], state, offsets } = agreed;
    return [{ id: mine.id, spans, refused, state, offsets, over: others.map(({ id }) => id), isAdopted: true }];
  });
}

function isLike(mine: OwnSentence['sentence'], agreed: NewSentence): boolean {
  const [own, theirs] = [mine, agreed].map(({ state, spans, refused = [], offsets }) => [
    state,
    spansText({ spans, offsets }),
    spansText({ spans: refused, offsets }),
  ]);
  return own!.join('\n\n') === theirs!.join('\n\n');
}

/** Edits that decide conflicts. @param decided the decided sentences by key */
export function decisions(
  own: Pick<OwnLines, 'keys'>,
  conflicts: readonly MergedSentence[],
  decided: ReadonlyMap<SentenceKey, Pick<NewSentence, 'spans' | 'state' | 'offsets'>>,
  writer: Writer,
): SentenceEdit[] {
  const ids = new Map(own.keys.map((key, id) => [key, id]));
  return conflicts.flatMap(({ key, opinions }) => {
    const [id, result] = [ids.get(key), decided.get(key)];
    if (id === undefined || result === undefined) return [];
    const over = opinions.filter((one) => one.writer !== writer).map((one) => one.id);
    const { spans, state, offsets } = result;
    return [{ id, spans, refused: [], state, offsets, over }];
  });
}

/** A log with further actions, for a set that is not open. */
export function withActions(log: readonly LogEntry[], actions: readonly Action[], at: number): LogEntry[] {
  return [...log, ...actions.map((action): LogEntry => ({ kind: 'do', at, action }))];
}

/** The set at the end of a log. */
export const setOf = (log: readonly LogEntry[]) => log.reduce(advance, startOf(emptySet(''))).set;
