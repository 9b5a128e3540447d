import type { Bytes, Milliseconds } from '../../../lib/units.ts';
import type { KeptFile, WorkspaceStorage } from '../workspace-storage.ts';
import { useDeviceStore } from '../../stores/device/device.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { useSentenceStore } from '../../stores/sentence.ts';
import { interruptionOver, useKeptWorkspaceStore, workspaceKept } from './store.ts';
import type { KeptSource, KeptWorkspace } from './store.ts';
import { noticesWithdrawn } from '../../stores/notices.ts';
import { usePreferenceStore } from '../../stores/preferences.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { filesOf, useWorkspaceStore } from '../../stores/workspace.ts';
import { namesOf, usesOf } from '../../stores/file-use.ts';
import { keptFiles } from '../../files/kept-files.ts';
import { ReportedWrites } from '../reported-writes.ts';
import { crcOfFile } from '../../files/crc-of-file.ts';
import { workspaceMarked } from './mark.ts';

const SAVE_AFTER: Milliseconds = 250;
/** Limit for all copies of a page together. */
const MOST_COPIED: Bytes = 500e6;
/** Smaller files are copied even if there is a handle, since the browser may ask for permission before it reads through a handle. */
const LEAST_HANDLED: Bytes = 30e6;

const NOT_STORED = 'The files of this page could not be stored in this browser';

type Waiting = Pick<KeptWorkspace, 'files' | 'sources'>;

/** Saves the files, recipe, model and sentence of this page to the browser's storage whenever they change. */
export class WorkspaceKeeper {
  readonly #id: KeptWorkspace['id'];
  readonly #storage: WorkspaceStorage;
  readonly #writes = new ReportedWrites(
    NOT_STORED,
    'They are available until this page is closed. Keep your own copies.',
  );
  /** Files that are stored. */
  #stored: ReadonlySet<File>;
  readonly #waiting: () => Waiting;

  /**
   * @param stored files that were read from the storage
   * @param waiting stored files that are not read yet, and the stored uses of files
   */
  constructor(id: KeptWorkspace['id'], storage: WorkspaceStorage, stored: readonly File[], waiting: () => Waiting) {
    this.#id = id;
    this.#storage = storage;
    this.#stored = new Set(stored);
    this.#waiting = waiting;
  }

  /** @returns a function that stops this */
  watch(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(timer);
      timer = undefined;
      void this.save();
    };
    const soon = () => {
      timer ??= setTimeout(save, SAVE_AFTER);
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden' && timer !== undefined) save();
    };
    document.addEventListener('visibilitychange', onHidden);
    const stops = [
      () => clearTimeout(timer),
      () => document.removeEventListener('visibilitychange', onHidden),
      useWorkspaceStore.subscribe(({ workspace }) => workspace, soon),
      useWorkspaceStore.subscribe(({ reading }) => reading > 0, soon),
      useRecipeStore.subscribe(({ recipe }) => recipe, soon),
      useSentenceStore.subscribe(({ text }) => text, soon),
      useHistoryStore.subscribe(({ makers }) => makers, soon),
      useHistoryStore.subscribe(
        ({ current }) => current,
        (current) => {
          if (current !== undefined) interruptionOver();
          save(); // so that a run can be offered even if it is interrupted in its first second
        },
      ),
      useKeptWorkspaceStore.subscribe(({ interrupted }) => interrupted, soon),
      usePreferenceStore.subscribe(
        ({ isKeepingRuns }) => isKeepingRuns,
        (isKeeping) => (isKeeping ? soon() : void this.#writes.run(() => this.#forgetAll())),
      ),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Saves the current state, unless it is changing. */
  save(): Promise<void> {
    return this.#writes.run(async () => {
      const { isKeepingRuns } = usePreferenceStore.getState();
      const isOpen = useDeviceStore.getState().device.phase !== 'opening'; // a restarted trainer is still getting its files back
      if (!isKeepingRuns || !isOpen || useWorkspaceStore.getState().reading > 0) return;
      const { files, ...present } = this.#present();
      const workspace = await withChecksums(present.workspace, present.copies);
      if (isDefault(workspace)) {
        await this.#storage.delete([this.#id]);
        this.#stored = new Set();
        workspaceKept(0);
      } else {
        await this.#storage.save(workspace, new Map([...files].map(([file, contents]) => [file.name, contents])));
        this.#stored = present.stored;
        workspaceKept(copiedBytes(workspace.sources));
        workspaceMarked();
      }
      this.#writes.succeeded();
      noticesWithdrawn(NOT_STORED); // all that is on the page is stored now
    });
  }

  async #forgetAll(): Promise<void> {
    await this.#storage.deleteAll();
    this.#stored = new Set();
    workspaceKept(0);
  }

  /** @returns `stored`: files that are stored afterwards; `files`: those that must be written; `copies`: stored copies by name */
  #present(): {
    workspace: KeptWorkspace;
    stored: Set<File>;
    files: Map<File, KeptFile>;
    copies: Map<string, File>;
  } {
    const { workspace } = useWorkspaceStore.getState();
    const { recipe, isOwn } = useRecipeStore.getState();
    const { current, makers } = useHistoryStore.getState();
    const { interrupted } = useKeptWorkspaceStore.getState();
    const loaded = filesOf(workspace);
    const sources: KeptSource[] = [];
    const stored = new Set<File>();
    const files = new Map<File, KeptFile>();
    const copies = new Map<string, File>();
    let room = MOST_COPIED;
    const names = new Set(loaded.flatMap(namesOf));
    const maker = workspace.model && makers[workspace.model.id];
    for (const file of keptFiles.present(names, maker === undefined ? workspace.model?.name : undefined)) {
      const handle = file.size >= LEAST_HANDLED ? keptFiles.handleOf(file) : undefined;
      const kept = keptFiles.isSample(file) ? 'sample' : handle ? 'handle' : file.size <= room ? 'copy' : 'none';
      if (kept === 'copy') {
        room -= file.size;
        copies.set(file.name, file);
      }
      sources.push({ name: file.name, bytes: file.size, kept });
      if (kept !== 'copy' && kept !== 'handle') continue;
      stored.add(file);
      if (!this.#stored.has(file)) files.set(file, handle ?? file);
    }
    const waiting = this.#waiting();
    sources.push(...waiting.sources.filter((source) => sources.every(({ name }) => name !== source.name)));
    return {
      workspace: {
        id: this.#id,
        changedAt: Date.now(),
        files: [...loaded.flatMap(usesOf), ...waiting.files.filter(({ name }) => !names.has(name))],
        sources,
        recipe: isOwn ? recipe : undefined,
        text: useSentenceStore.getState().text,
        model: maker,
        run: current ?? interrupted,
      },
      stored,
      files,
      copies,
    };
  }
}

/** The workspace with the checksums of the copies: a damaged copy is then not restored. A file that can no longer be read has none. */
async function withChecksums(workspace: KeptWorkspace, copies: ReadonlyMap<string, File>): Promise<KeptWorkspace> {
  const sources = workspace.sources.map(async (source): Promise<KeptSource> => {
    const file = copies.get(source.name);
    const crc = file && (await crcOfFile(file).catch(() => undefined));
    return crc === undefined ? source : { ...source, crc };
  });
  return { ...workspace, sources: await Promise.all(sources) };
}

/** Whether the page is in its initial state, with the sample only. */
function isDefault({ sources, recipe, text, model, run }: KeptWorkspace): boolean {
  return (
    sources.every(({ kept }) => kept === 'sample') &&
    recipe === undefined &&
    text.trim() === '' &&
    model === undefined &&
    run === undefined
  );
}

function copiedBytes(sources: readonly KeptSource[]): Bytes {
  return sources.filter(({ kept }) => kept === 'copy').reduce((sum, { bytes }) => sum + bytes, 0);
}
