import { advance, startOf, type History, type LogEntry } from '../../../../annotation/sets/history.ts';
import { isDivision, packLogEntry } from '../../../../annotation/sets/log-entry.ts';
import { damageInWords, replay, type Replayed, type StoredLine } from '../../../../annotation/sets/replay.ts';
import { emptySet, type Action, type AnnotationSet } from '../../../../annotation/sets/set.ts';
import { forEachInSlices, yieldToEventLoop } from '../../../../lib/event-loop.ts';
import { serializeError, StudioError } from '../../../../lib/errors.ts';
import type { AnnotationStorage, Appended } from './annotation-storage.ts';
import { LogTails, missingLines, type LogTail } from './log-tail.ts';
import { MemoryAnnotationStorage } from './memory-annotation-storage.ts';
import type { KeptLearner } from './stored-set.ts';
import { historyChanged, selectSet, setClosed, setOpened, useAnnotationStore } from '../store.ts';
import {
  setRecorded,
  setsRead,
  storingChanged,
  useAnnotationSetsStore,
  type ProjectLink,
  type SetId,
  type SetRecord,
} from '../sets/store.ts';
import { noticeAdded, noticesWithdrawn } from '../../../stores/notices.ts';
import { typesAnnotated } from '../../../stores/view.ts';
import { TaskQueue } from '../../../../lib/task-queue.ts';

const NOT_STORED = 'Annotations cannot be stored in this browser';

/**
 * Synchronises the open set with its log in the browser's storage. An action is shown and appended immediately; if another page has
 * appended entries in the meantime, these come first. If the browser stores nothing, sets stay in memory until the page is closed.
 */
export class AnnotationLog {
  #storage: AnnotationStorage = new MemoryAnnotationStorage();
  #pages: BroadcastChannel | undefined;
  /** Number of stored log entries that the history contains. */
  #stored = 0;
  /** Entries of the history that are not stored yet. */
  #unstored: LogEntry[] = [];
  /** The set after the last action: it may be closed before the action is stored. */
  #last: { id: SetId; set: AnnotationSet } | undefined;
  /** Backup of the entries that are not stored yet, in case the page is killed. */
  readonly #tails = new LogTails();
  readonly #tasks = new TaskQueue();

  constructor() {
    useAnnotationStore.subscribe((store) => selectSet(store)?.types, typesAnnotated);
  }

  /** Reads the list of sets, unless the store has it. @param loading all other operations wait for it */
  async open(loading: Promise<AnnotationStorage>): Promise<void> {
    await this.#tasks.run(async () => {
      if (useAnnotationSetsStore.getState().sets !== undefined) return;
      try {
        const storage = await loading;
        await this.#tails.open();
        await this.#recover(storage);
        setsRead(await storage.sets());
        this.#storage = storage;
        this.#pages ??= this.#listen();
      } catch (error) {
        setsRead([]);
        this.#failed(error);
      }
    });
  }

  /** Creates a set and opens it. */
  async create(id: SetId, log: readonly LogEntry[], project?: ProjectLink): Promise<void> {
    const history = await historyOf(log);
    await this.#tasks.run(async () => {
      const record = { ...recordOf(id, history.set, log.length), ...(project && { project }) };
      setRecorded(record);
      this.#stored = log.length;
      this.#unstored = [];
      setOpened(id, history, log);
      await yieldToEventLoop(); // rendering and storing a large set are long tasks each
      const lines = log.map((entry, line) => ({ line, stored: packLogEntry(entry) }));
      await this.#storage.create(record, lines).catch(async (error: unknown) => {
        this.#storage = new MemoryAnnotationStorage(); // from now on, sets stay on the page
        await this.#storage.create(record, lines);
        this.#failed(error);
      });
      this.#pages?.postMessage(id);
    });
  }

  /** Restores a deleted set with its stored lines. */
  async restore(record: SetRecord, lines: readonly StoredLine[]): Promise<void> {
    await this.#tasks.run(async () => {
      await this.#storage.create(record, lines);
      setRecorded(record);
      this.#pages?.postMessage(record.id);
    });
  }

  /** Opens a set, unless its log is damaged. @returns the log as far as it can be read */
  async read(id: SetId): Promise<Replayed> {
    return this.#tasks.run(async () => {
      await this.#recover(this.#storage);
      const lines = await this.#storage.log(id, 0);
      const replayed = await replay(lines, undefined, expectedLines(id));
      if (replayed.damage.length > 0) return replayed;
      this.#stored = lines.length;
      this.#unstored = [];
      setOpened(id, replayed.history, replayed.entries);
      return replayed;
    });
  }

  /** All log entries of a set. @throws StudioError BadInput if the log is damaged */
  async lines(id: SetId): Promise<LogEntry[]> {
    return this.#tasks.run(async () => {
      const { entries } = undamaged(await replay(await this.#storage.log(id, 0)));
      return [...entries, ...(useAnnotationStore.getState().id === id ? this.#unstored : [])];
    });
  }

  /** What is stored of a set, damaged or not. */
  async stored(id: SetId): Promise<{ record: unknown; lines: StoredLine[] }> {
    return this.#tasks.run(async () => ({
      record: await this.#storage.record(id),
      lines: await this.#storage.log(id, 0),
    }));
  }

  /** Notes the project that a set is a copy of. */
  async link(id: SetId, project: ProjectLink): Promise<void> {
    await this.#tasks.run(async () => {
      const known = useAnnotationSetsStore.getState().sets?.find((set) => set.id === id);
      if (known === undefined) return;
      const record = { ...known, project };
      setRecorded(record);
      const { length } = await this.#storage.log(id, 0);
      await this.#storage.append(record, length, []);
    });
  }

  /** Stores the learner of a set. If the storage is full, it is dropped, since it can be trained again. */
  async keepLearner(id: SetId, learner: KeptLearner): Promise<void> {
    await this.#storage.keepLearner(id, learner).catch(() => undefined);
  }

  /** The stored learner of a set; undefined if there is none. */
  async learner(id: SetId): Promise<KeptLearner | undefined> {
    return this.#storage.learner(id).catch(() => undefined);
  }

  async delete(id: SetId): Promise<void> {
    await this.#tasks.run(async () => {
      await this.#storage.delete(id);
      this.#pages?.postMessage(id);
    });
  }

  /** Applies an action to the open set, and appends it to the log. */
  do(action: Action): void {
    this.#append({ kind: 'do', action, at: Date.now() });
  }

  undo(): void {
    if (useAnnotationStore.getState().history?.done !== undefined) this.#append({ kind: 'undo', at: Date.now() });
  }

  redo(): void {
    if (useAnnotationStore.getState().history?.undone.length) this.#append({ kind: 'redo', at: Date.now() });
  }

  #append(entry: LogEntry): void {
    const { id, history } = useAnnotationStore.getState();
    if (id === undefined || history === undefined) return;
    const next = advance(history, entry);
    this.#unstored.push(entry);
    this.#last = { id, set: next.set };
    this.#keepTail(id);
    historyChanged(next, entry);
    void this.#tasks.run(() => this.#store(id));
  }

  /** Appends the entries that are not stored yet. */
  async #store(id: SetId): Promise<void> {
    const storage = this.#storage;
    while (this.#unstored.length > 0) {
      const { id: open, history } = useAnnotationStore.getState();
      const set = open === id ? history?.set : this.#last?.set;
      if (set === undefined || this.#last?.id !== id) return;
      const entries = [...this.#unstored];
      const record = recordOf(id, set, this.#stored + entries.length);
      setRecorded(record);
      try {
        const answer = await storage.append(record, this.#stored, entries);
        if (answer === 'gone') {
          this.#gone();
          return;
        }
        if (answer === 'stored') {
          this.#unstored.splice(0, entries.length);
          this.#stored += entries.length;
          this.#keepTail(id);
          storingChanged(storage.isLasting);
          noticesWithdrawn(NOT_STORED);
          this.#pages?.postMessage(id);
        } else await this.#rebuild(id, storage);
      } catch (error) {
        this.#failed(error);
        return; // the next action retries
      }
    }
  }

  /** Rebuilds the history from the log and the actions that are not stored yet. */
  async #rebuild(id: SetId, storage: AnnotationStorage): Promise<void> {
    const log = await storage.log(id, 0);
    const { history, entries } = undamaged(await replay(log));
    if (areRenumbered(entries, this.#stored, this.#unstored)) {
      this.#unstored = [];
      noticeAdded({
        kind: 'error',
        title: 'The last action was not kept',
        message: 'Another page has merged or split sentences of this set at the same moment. Repeat the action.',
      });
    }
    this.#stored = log.length;
    this.#keepTail(id);
    this.#show(id, this.#unstored.reduce(advance, history)); // includes actions in the meantime
  }

  #keepTail(set: SetId): void {
    if (this.#storage.isLasting) this.#tails.keep({ set, at: this.#stored, entries: this.#unstored });
  }

  /** Appends the backups of pages that were killed before their entries were stored. Those that cannot be appended are kept. */
  async #recover(storage: AnnotationStorage): Promise<void> {
    if (!storage.isLasting) return;
    await this.#tails.recover((tail) => appendMissing(storage, tail)).catch(() => undefined);
  }

  #listen(): BroadcastChannel {
    const pages = new BroadcastChannel('tagsmith-sets');
    pages.addEventListener('message', ({ data }: MessageEvent<SetId>) => void this.#readNewLines(data));
    return pages;
  }

  /** Called when another page has changed a set. */
  #readNewLines(id: SetId): Promise<void> {
    return this.#tasks.run(async () => {
      const storage = this.#storage;
      try {
        const { deleted } = useAnnotationSetsStore.getState();
        setsRead((await storage.sets()).filter((set) => set.id !== deleted?.id));
        const { id: open, history } = useAnnotationStore.getState();
        if (open !== id || history === undefined) return;
        const added = await storage.log(id, this.#stored);
        if (added.length === 0) return;
        // Stored entries come before unstored ones: `#store` handles the order.
        if (this.#unstored.length > 0) await this.#rebuild(id, storage);
        else {
          const replayed = undamaged(await replay(added, { history, at: this.#stored }));
          this.#stored += added.length;
          this.#show(id, replayed.history);
        }
      } catch (error) {
        this.#failed(error);
      }
    });
  }

  #show(id: SetId, history: History): void {
    if (useAnnotationStore.getState().id === id) historyChanged(history);
  }

  #gone(): void {
    const { id } = useAnnotationStore.getState();
    this.#unstored = [];
    if (id !== undefined) this.#keepTail(id);
    setClosed();
    noticeAdded({
      kind: 'error',
      title: 'The set was deleted',
      message: 'Another page of this browser has deleted it.',
    });
  }

  #failed(error: unknown): void {
    storingChanged(false);
    noticeAdded({
      kind: 'error',
      title: NOT_STORED,
      message: `They are kept until this page is closed. Export the set before you close it. ${serializeError(error).message}`,
    });
  }
}

/** Replays a log in small tasks: thousands of actions on a large set take some hundred milliseconds. */
export async function historyOf(log: readonly LogEntry[]): Promise<History> {
  let history = startOf(emptySet(''));
  await forEachInSlices(log, (entry) => {
    history = advance(history, entry);
  });
  return history;
}

/** Appends the entries of a backup that the log of its set lacks, after those of other pages. A deleted set is not restored. */
async function appendMissing(storage: AnnotationStorage, tail: LogTail): Promise<void> {
  const record = (await storage.sets()).find(({ id }) => id === tail.set);
  if (record === undefined) return;
  let answer: Appended;
  do {
    const log = await storage.log(tail.set, 0);
    const { entries, damage } = await replay(log);
    if (damage.length > 0) throw new StudioError('BadInput', 'The log is damaged.'); // the backup is kept
    const missing = missingLines(entries.slice(tail.at), tail);
    if (missing.length === 0 || areRenumbered(entries, tail.at, missing)) return;
    const lines = log.length + missing.length;
    answer = await storage.append({ ...record, lines }, log.length, missing);
  } while (answer === 'conflict');
}

/** Whether another page has merged or split sentences, so that actions made before that was known may mean others. @param from its first entry */
function areRenumbered(log: readonly LogEntry[], from: number, own: readonly LogEntry[]): boolean {
  const theirs = log.slice(from);
  const isUndone = log.some(isDivision) && theirs.some(({ kind }) => kind !== 'do');
  const hasNumbers = (entry: LogEntry) => entry.kind !== 'do' || entry.action.kind === 'edit' || isDivision(entry);
  return (theirs.some(isDivision) || isUndone) && own.some(hasNumbers);
}

/** @throws StudioError BadInput if a part of the log is damaged or missing */
function undamaged(replayed: Replayed): Replayed {
  const [damage] = replayed.damage;
  if (damage === undefined) return replayed;
  const message = `Its log is damaged (${damageInWords(damage)}). Open the set from the list to see what can be read.`;
  throw new StudioError('BadInput', message);
}

const expectedLines = (id: SetId) => useAnnotationSetsStore.getState().sets?.find((set) => set.id === id)?.lines;

function recordOf(id: SetId, set: AnnotationSet, lines: number): SetRecord {
  const known = useAnnotationSetsStore.getState().sets?.find((record) => record.id === id);
  const now = Date.now();
  const accepted = set.sentences.reduce((count, { state }) => count + (state === 'accepted' ? 1 : 0), 0);
  const { name, sentences } = set;
  const createdAt = known?.createdAt ?? now;
  const project = known?.project && { project: known.project };
  return { id, name, sentences: sentences.length, accepted, createdAt, changedAt: now, lines, ...project };
}

/** The instance of this page. */
export const annotationLog = new AnnotationLog();
