import {
  exportSentences,
  EXPORT_EXTENSIONS,
  typesWithSpaces,
  type ExportFormat,
} from '../../../../annotation/exchange/export-set.ts';
import type { LogEntry } from '../../../../annotation/sets/history.ts';
import { exportRecords, RECORD_EXTENSIONS, type RecordExport } from '../../../../annotation/exchange/record-lines.ts';
import type { StoredLine } from '../../../../annotation/sets/replay.ts';
import { unpackSentences } from '../../../../annotation/sets/packed-sentences.ts';
import {
  PROVENANCE_EXTENSION,
  provenanceOf,
  readDescription,
  type SetDescription,
} from '../../../../annotation/exchange/provenance.ts';
import {
  spanTypes,
  type Action,
  type AnnotatedSentence,
  type NewSentence,
  type SourceRecord,
  type SpanType,
} from '../../../../annotation/sets/set.ts';
import type { FileId, TextsToAnnotate } from '../../../../workers/wire/payloads.ts';
import { distinctName } from '../../../../lib/distinct-name.ts';
import { forEachInSlices } from '../../../../lib/event-loop.ts';
import type { Milliseconds } from '../../../../lib/units.ts';
import { ask, attempt } from '../../../trainer/bridge.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { readingTexts, sentenceShown, setClosed, unusableFound, useAnnotationStore } from '../store.ts';
import { learningReset, useAnnotationLearningStore } from '../learning/store.ts';
import { showDamage } from './damaged.ts';
import { fileName } from './file-name.ts';
import { typesOf } from './new-set.ts';
import { deletionDismissed, setDeleted, useAnnotationSetsStore, type SetId, type SetRecord } from './store.ts';
import { noticeAdded } from '../../../stores/notices.ts';
import { selectModel, useWorkspaceStore } from '../../../stores/workspace.ts';
import { showFirst } from '../desk/actions.ts';
import { piecesClosed } from '../pieces/store.ts';
import { annotationLog } from '../storage/annotation-log.ts';

/** Text to annotate: files, or ids of loaded files. */
export interface TextSource {
  files: readonly File[];
  ids?: readonly FileId[];
}

type ReadTexts = Omit<TextsToAnnotate, 'sentences'> & { sentences: NewSentence[] };

/** Reads the list of sets in this browser. */
export function readSets(): Promise<void> {
  return annotationLog.open(
    import('../storage/annotation-storage.ts').then(({ annotationStorage }) => annotationStorage()),
  );
}

/**
 * Creates a set from text, and opens it.
 *
 * @param types undefined: those of a provenance record among the files, else those of the text, else the usual ones
 * @returns false if the source contains no text
 */
export async function createSet(
  name: string,
  types: readonly string[] | undefined,
  source: TextSource,
): Promise<boolean> {
  const { description, others } = await splitDescription(source.files);
  const texts = await readTexts({ ...source, files: others });
  if (texts === undefined) return false;
  const own = description?.types ?? typesOf(texts.sentences, selectModel(useWorkspaceStore.getState()));
  await createSetOf(name, types === undefined ? own : spanTypes(types), texts.sentences, description, texts.records);
  unusableFound(unusableOf(texts));
  return true;
}

/** Creates a set from sentences, with the records behind them, and opens it. */
export async function createSetOf(
  name: string,
  types: readonly SpanType[],
  sentences: readonly NewSentence[],
  description?: Pick<SetDescription, 'guidelines' | 'rules'>,
  records: readonly SourceRecord[] = [],
): Promise<void> {
  const at = Date.now();
  const taken = (useAnnotationSetsStore.getState().sets ?? []).map((set) => set.name);
  const log: LogEntry[] = [
    {
      kind: 'do',
      at,
      action: {
        kind: 'describe',
        name: distinctName(name, taken),
        ...(description && { guidelines: description.guidelines }),
      },
    },
    { kind: 'do', at, action: { kind: 'types', types } },
    { kind: 'do', at, action: importOf(sentences, records) },
  ];
  if (description !== undefined && description.rules.length > 0)
    log.push({ kind: 'do', at, action: { kind: 'rules', rules: description.rules } });
  await annotationLog.create(crypto.randomUUID(), log);
  showFirst();
}

function importOf(sentences: readonly NewSentence[], records: readonly SourceRecord[]): Action {
  return { kind: 'import', sentences, ...(records.length > 0 && { records }) };
}

/** Adds text to the open set. A provenance record adds its guidelines and the types that the set lacks. */
export async function addTexts(source: TextSource): Promise<void> {
  const { description, others } = await splitDescription(source.files);
  if (description !== undefined) describe(description);
  if (others.length === 0 && (source.ids ?? []).length === 0) return;
  const texts = await readTexts({ ...source, files: others });
  if (texts === undefined) return;
  annotationLog.do(importOf(texts.sentences, texts.records));
  unusableFound(unusableOf(texts));
  showFirst();
}

function describe({ guidelines, types, rules }: SetDescription): void {
  const set = useAnnotationStore.getState().history?.set;
  if (set === undefined) return;
  const names = types.map(({ name }) => name);
  if (names.some((name) => set.types.every((type) => type.name !== name))) changeTypes(spanTypes(names, set.types));
  if (guidelines !== '') writeGuidelines(guidelines);
  if (rules.length > 0 && set.rules.length === 0) annotationLog.do({ kind: 'rules', rules });
}

/** Separates a provenance record from text files. */
async function splitDescription(
  files: readonly File[],
): Promise<{ description: SetDescription | undefined; others: readonly File[] }> {
  const file = files.find(({ name }) => name.endsWith(PROVENANCE_EXTENSION));
  const description = file && readDescription(await file.text());
  return { description, others: description === undefined ? files : files.filter((other) => other !== file) };
}

export function pastedText(text: string): File {
  return new File([text], 'Pasted text.txt', { type: 'text/plain' });
}

async function readTexts({ files, ids = [] }: TextSource): Promise<ReadTexts | undefined> {
  readingTexts(true);
  const answer = await attempt('read the text', ask('readTexts', { files: [...files], ids: [...ids] }));
  const sentences: NewSentence[] = [];
  if (answer !== undefined) {
    await forEachInSlices(unpackSentences(answer.value.sentences), (sentence) => sentences.push(sentence));
  }
  readingTexts(false);
  const texts = answer && { ...answer.value, sentences };
  if (texts === undefined || sentences.length > 0) return texts;
  const message = texts.rejected.map(({ error }) => error.message).join(' ');
  noticeAdded({ kind: 'error', title: 'There is no text to annotate', message });
  return undefined;
}

function unusableOf({ problems, moreProblems, rejected }: ReadTexts) {
  return problems.length + rejected.length > 0 ? { problems, moreProblems, rejected } : undefined;
}

/** How long opening a set waits for its model, as the trainer may be busy. */
const LONGEST_WAIT: Milliseconds = 5000;

/** Opens a set, and shows its first sentence when its model is ready, as a sentence on screen gets no new suggestions. */
export async function openSet(id: SetId): Promise<void> {
  learningReset();
  const opened = await attempt('open the set', annotationLog.read(id));
  if (opened === undefined) return;
  if (opened.value.damage.length > 0) {
    await showDamage(id, opened.value);
    return;
  }
  await modelRestored();
  if (useAnnotationStore.getState().id === id) showFirst();
}

/** Resolves when the stored model of the open set is restored, there is none, or it takes too long. */
function modelRestored(): Promise<void> {
  if (useAnnotationLearningStore.getState().isRestored) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, LONGEST_WAIT);
    const stop = useAnnotationLearningStore.subscribe(
      ({ isRestored }) => isRestored,
      (isRestored) => isRestored && end(),
    );
  });
}

export function closeSet(): void {
  piecesClosed();
  sentenceShown(undefined, [], 0);
  setClosed();
}

export function renameSet(name: string): void {
  const { id, history } = useAnnotationStore.getState();
  if (name.trim() === '' || name === history?.set.name) return;
  const others = (useAnnotationSetsStore.getState().sets ?? []).filter((set) => set.id !== id);
  const taken = others.map((set) => set.name);
  annotationLog.do({ kind: 'describe', name: distinctName(name.trim(), taken) });
}

export function writeGuidelines(guidelines: string): void {
  const { history } = useAnnotationStore.getState();
  if (history !== undefined && guidelines !== history.set.guidelines)
    annotationLog.do({ kind: 'describe', guidelines });
}

export function changeTypes(types: readonly SpanType[], renamed: Readonly<Record<string, string>> = {}): void {
  annotationLog.do({ kind: 'types', types, renamed });
}

export function addType(name: string): void {
  const types = useAnnotationStore.getState().history?.set.types;
  if (types !== undefined && name.trim() !== '') changeTypes(spanTypes([name.trim()], types));
}

/** The log of the last deleted set, for undo. */
class DeletedLog {
  lines: StoredLine[] = [];
}
const deletedLog = new DeletedLog();

export async function deleteSet(record: SetRecord): Promise<void> {
  const stored = await attempt('delete the set', annotationLog.stored(record.id));
  if (stored === undefined) return;
  deletedLog.lines = stored.value.lines;
  if (useAnnotationStore.getState().id === record.id) closeSet();
  await attempt('delete the set', annotationLog.delete(record.id));
  setDeleted(record);
}

export async function undoDelete(): Promise<void> {
  const { deleted } = useAnnotationSetsStore.getState();
  if (deleted === undefined) return;
  await attempt('restore the set', annotationLog.restore(deleted, deletedLog.lines));
  deletionDismissed();
}

/** Saves the sentences as a file. @param which the accepted ones, or all with their states */
export function exportSet(format: ExportFormat, which: 'accepted' | 'all'): void {
  const { history } = useAnnotationStore.getState();
  if (history === undefined) return;
  const { name, sentences, records } = history.set;
  const chosen = which === 'all' ? sentences : sentences.filter(({ state }) => state === 'accepted');
  const part = which === 'all' ? '.all' : '';
  saveFile(
    `${fileName(name)}${part}${EXPORT_EXTENSIONS[format]}`,
    exportSentences(chosen, format, records),
    'text/plain',
  );
  if (format === 'conll') mentionSpaces(chosen);
}

/** Saves the records of the set as they were, with what is annotated. */
export function exportSetRecords(format: RecordExport): void {
  const { history } = useAnnotationStore.getState();
  if (history === undefined) return;
  const { contents, warning } = exportRecords(history.set, format);
  saveFile(`${fileName(history.set.name)}${RECORD_EXTENSIONS[format]}`, contents, 'text/plain');
  if (warning !== undefined)
    noticeAdded({ kind: 'note', title: 'Cells that spreadsheets may evaluate', message: warning });
}

/** Types with spaces in columns, which are separated by spaces. */
function mentionSpaces(sentences: readonly Pick<AnnotatedSentence, 'spans'>[]): void {
  const types = typesWithSpaces(sentences);
  if (types.length === 0) return;
  noticeAdded({
    kind: 'note',
    title: `${types.length === 1 ? 'A type has a space' : 'Types have spaces'} in the CoNLL file`,
    message: `${types.map((type) => `“${type}”`).join(', ')}: a space would separate columns, so a no-break space is written in its place. Other programs may read another name. Rename ${types.length === 1 ? 'the type' : 'the types'}, or export JSON lines.`,
  });
}

/** Saves the provenance record: guidelines, types and history of the set. */
export async function exportProvenance(): Promise<void> {
  const { id, history } = useAnnotationStore.getState();
  if (id === undefined || history === undefined) return;
  const lines = await attempt('read the log of the set', annotationLog.lines(id));
  if (lines === undefined) return;
  const record = provenanceOf(history.set, lines.value, Date.now());
  saveFile(
    `${fileName(history.set.name)}${PROVENANCE_EXTENSION}`,
    `${JSON.stringify(record, undefined, 2)}\n`,
    'application/json',
  );
}

/** Handles files that are dropped on the tab: adds them to the open set, or creates a set. */
export async function annotateDropped(files: readonly File[]): Promise<void> {
  const name = files[0]?.name.replace(/\.[^.]*$/, '');
  if (name === undefined) return;
  if (useAnnotationStore.getState().history === undefined) {
    await createSet(name, undefined, { files });
  } else await addTexts({ files });
}
