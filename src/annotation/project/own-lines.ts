import type { TokenOffsets } from '../../data/corpora/json/entities.ts';
import { StudioError } from '../../lib/errors.ts';
import { advance, startOf, type History, type LogEntry } from '../sets/history.ts';
import { isOpinion } from './merge.ts';
import { emptySet, type Action, type AnnotatedSentence, type AnnotationSet } from '../sets/set.ts';
import {
  pairsOf,
  writeTexts,
  type SentenceKey,
  type TextsName,
  type Writer,
  type WrittenEdit,
  type WrittenLine,
  writtenSpans,
} from './format.ts';

/** A set of this browser as a part of a project. */
export interface OwnLines {
  set: AnnotationSet;
  /** One line for each entry of the log that changes anything, in order. */
  lines: WrittenLine[];
  /** Files of texts by hash. */
  texts: Map<string, string>;
  /** The key of each sentence. */
  keys: SentenceKey[];
  /** Sentences whose state was taken over from others. */
  adopted: ReadonlySet<number>;
}

/** What an edit was made in knowledge of. */
interface Origin {
  over: readonly string[];
  isAdopted: boolean;
}

const DIVIDED =
  'Sentences of this set were merged or split after it was added to the project, whose files have no place for that. Export JSON lines with all sentences, and make a new set of them for the project.';

const OWN: Origin = { over: [], isAdopted: false };

/**
 * The log of a set as lines of its writer. Undo and redo become edits that restore the state, so that each line stands for itself. A longer
 * log gives the same lines and further ones: the file is only appended to.
 */
export async function ownLines(log: readonly LogEntry[], writer: Writer): Promise<OwnLines> {
  const texts = new Map<string, string>();
  const origins = new WeakMap<AnnotatedSentence, Origin>();
  /** Sentences with an edit in the lines. */
  const written = new Set<SentenceKey>();
  /** Tokens of the texts. */
  const tokens = new Map<SentenceKey, readonly TokenOffsets[]>();
  const keys: SentenceKey[] = [];
  const lines: WrittenLine[] = [];
  let history = startOf(emptySet(''));
  for (const [number, entry] of log.entries()) {
    const before = history.set;
    const next = advance(history, entry);
    const action = performed(history, entry);
    if (action?.kind === 'merge' || action?.kind === 'split') throw new StudioError('BadInput', DIVIDED);
    history = next;
    const line: WrittenLine = { id: `${writer}:${number}`, at: entry.at };
    if (action?.kind === 'import') {
      const { hash, contents } = await writeTexts(action.sentences);
      texts.set(hash, contents);
      const name = freeName(hash, keys);
      line.texts = name;
      for (const [i, { offsets }] of action.sentences.entries()) {
        keys.push(`${name}:${i}`);
        tokens.set(`${name}:${i}`, offsets);
      }
    }
    const removed = keys.splice(next.set.sentences.length); // by undo
    const changed = action?.kind === 'edit' ? action.edits.map(({ id }) => id) : next.set.sentences.keys();
    const ids = [...new Set(changed)].filter((id) => next.set.sentences[id] !== before.sentences[id]);
    noteOrigins(origins, before, next.set, { ids, action });
    const edits = editsOf(ids, before, next.set, { keys, tokens, origins, written, isPulled: entry.kind === 'do' });
    edits.push(...withdrawn(removed.filter((key) => written.has(key))));
    if (edits.length > 0) line.edits = edits;
    if (next.set.types !== before.types) line.types = next.set.types;
    if (action?.kind === 'types' && Object.keys(action.renamed ?? {}).length > 0) line.renamed = action.renamed!;
    if (next.set.name !== before.name) line.name = next.set.name;
    if (Object.keys(line).length > 2) lines.push(line);
  }
  const { sentences } = history.set;
  const adopted = sentences.filter((sentence) => origins.get(sentence)?.isAdopted).map(({ id }) => id);
  return { set: history.set, lines, texts, keys, adopted: new Set(adopted) };
}

/** The action that an entry performs or repeats. */
function performed(history: History, entry: LogEntry): Action | undefined {
  if (entry.kind === 'do') return entry.action;
  return entry.kind === 'redo' ? history.undone.at(-1) : undefined;
}

/** Edited sentences inherit what their predecessors were made in knowledge of. Undo brings the former sentence back, with its own. */
function noteOrigins(
  origins: WeakMap<AnnotatedSentence, Origin>,
  before: AnnotationSet,
  after: AnnotationSet,
  { ids, action }: { ids: readonly number[]; action: Action | undefined },
): void {
  const edits = new Map(action?.kind === 'edit' ? action.edits.map((edit) => [edit.id, edit]) : []);
  for (const id of ids) {
    const [former, sentence] = [before.sentences[id], after.sentences[id]!];
    if (former === undefined || origins.has(sentence)) continue;
    const inherited = origins.get(former) ?? OWN;
    const edit = edits.get(id);
    const over = [...new Set([...inherited.over, ...(edit?.over ?? [])])];
    origins.set(sentence, { over, isAdopted: edit?.isAdopted ?? (edit === undefined && inherited.isAdopted) });
  }
}

const withdrawn = (keys: readonly SentenceKey[]) =>
  keys.map((sentence): WrittenEdit => ({ sentence, state: 'open', spans: [] }));

/** A name of texts that no sentence has. */
function freeName(hash: string, keys: readonly SentenceKey[]): TextsName {
  const taken = new Set(keys.map((key) => key.split(':')[0]!));
  let name = hash;
  for (let i = 2; taken.has(name); i++) name = `${hash}.${i}`;
  return name;
}

interface Context {
  keys: readonly SentenceKey[];
  tokens: ReadonlyMap<SentenceKey, readonly TokenOffsets[]>;
  origins: WeakMap<AnnotatedSentence, Origin>;
  written: Set<SentenceKey>;
  /** Adopted sentences are those that the entry takes over, not those that undo or redo returns to. */
  isPulled: boolean;
}

/** The changed sentences as edits. Those that were taken over from others are not this writer's. */
function editsOf(
  ids: readonly number[],
  before: AnnotationSet,
  after: AnnotationSet,
  { keys, tokens, origins, written, isPulled }: Context,
): WrittenEdit[] {
  const edits: WrittenEdit[] = [];
  for (const id of ids) {
    const [former, sentence, key] = [before.sentences[id], after.sentences[id]!, keys[id]!];
    if (former === undefined && !isOpinion(sentence)) continue;
    const { over, isAdopted } = origins.get(sentence) ?? OWN;
    if (isAdopted && (isPulled || !written.has(key))) continue;
    if (isAdopted) edits.push(...withdrawn([key]));
    else edits.push(writtenEdit(sentence, key, { over, tokens: tokens.get(key) }));
    written.add(key);
  }
  return edits;
}

function writtenEdit(
  { state, spans, refused, offsets }: AnnotatedSentence,
  sentence: SentenceKey,
  { over, tokens }: { over: readonly string[]; tokens: readonly TokenOffsets[] | undefined },
): WrittenEdit {
  const isSame = tokens?.length === offsets.length && tokens.every(({ start, end }, t) => start === offsets[t]!.start && end === offsets[t]!.end); // prettier-ignore
  return {
    sentence,
    state,
    spans: writtenSpans(spans, { offsets }),
    ...(refused.length > 0 && { refused: writtenSpans(refused, { offsets }) }),
    ...(!isSame && { tokens: pairsOf(offsets) }),
    ...(over.length > 0 && { over }),
  };
}
