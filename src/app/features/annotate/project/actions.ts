import { writeRecipeFile } from '../../../../config/recipe-file.ts';
import { MemoryFiles, type ProjectFiles } from '../../../../annotation/project/files.ts';
import { personOf, slug, type Writer } from '../../../../annotation/project/format.ts';
import { conflictsIn, mergeSet, sideOf } from '../../../../annotation/project/merge.ts';
import { ownLines } from '../../../../annotation/project/own-lines.ts';
import { pullActions } from '../../../../annotation/project/pull.ts';
import { readProject } from '../../../../annotation/project/read-project.ts';
import {
  mergedNotes,
  NO_NOTES,
  noteActions,
  notesAsTaken,
  notesOf,
} from '../../../../annotation/project/shared-notes.ts';
import { undividedLog } from '../../../../annotation/project/undivided.ts';
import { addFile, mergeCopy, placeOf, writeHead, writeSet } from '../../../../annotation/project/write-project.ts';
import { filesOfZip, zipOfFiles } from '../../../../annotation/project/zip-files.ts';
import type { LogEntry } from '../../../../annotation/sets/history.ts';
import type { Action, NewSentence } from '../../../../annotation/sets/set.ts';
import { distinctName } from '../../../../lib/distinct-name.ts';
import { StudioError } from '../../../../lib/errors.ts';
import { TaskQueue } from '../../../../lib/task-queue.ts';
import { addFiles } from '../../../files/files.ts';
import { formatCounted } from '../../../look/format.ts';
import { formatNames } from '../../../look/format-notices.ts';
import { useRecipeStore } from '../../../stores/recipe.ts';
import { ask, attempt } from '../../../trainer/bridge.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { compareSides } from '../agreement/compare.ts';
import { writersCompared } from '../agreement/store.ts';
import { showFirst } from '../desk/actions.ts';
import { openSet } from '../sets/actions.ts';
import { useAnnotationSetsStore, type ProjectLink, type SetRecord } from '../sets/store.ts';
import { annotationLog } from '../storage/annotation-log.ts';
import { useAnnotationStore } from '../store.ts';
import { pickFolder } from './folder-files.ts';
import {
  projectBusy,
  projectRead,
  projectShown,
  usePersonStore,
  useProjectStore,
  type OpenedProject,
} from './store.ts';

/** One at a time, as each reads the files, changes them and reads them again. */
const tasks = new TaskQueue();

/** A set of the project. */
type ProjectRow = OpenedProject['sets'][number];

/** Reports a failure, and shows that files are read or written. */
async function busily(what: string, task: () => Promise<void>): Promise<void> {
  projectBusy(true);
  await attempt(what, tasks.run(task));
  projectBusy(false);
}

export const openFolder = () =>
  busily('open the folder', async () => {
    const of = await pickFolder();
    if (of !== undefined) await read({ kind: 'folder', of });
  });

export const openZip = (file: File) =>
  busily('open the archive', async () => read({ kind: 'zip', of: await filesOfZip(file) }));

export const startProject = () => read({ kind: 'zip', of: new MemoryFiles('project') });

/** Whether the open project has changes that are only on this page: a folder has all. */
export function isProjectUnsaved(): boolean {
  const files = useProjectStore.getState().opened?.files;
  return files?.kind === 'zip' && files.of.isChanged;
}

export const closeProject = () => tasks.run(() => projectRead(undefined, ''));

async function read(files: OpenedProject['files'], message = ''): Promise<void> {
  const { sets, ...others } = await readProject(files.of);
  projectRead({ ...others, files, sets: sets.map((set) => ({ set, merged: mergeSet(set) })) }, message);
}

/** Reads a folder again, which other programs may have changed: git, or one that synchronises it. */
export const readAgain = () =>
  busily('read the folder', async () => {
    const { opened } = useProjectStore.getState();
    if (opened !== undefined) await read(opened.files, 'The folder was read again.');
  });

/** A set as it is now in its files. @throws StudioError BadInput if they no longer have it */
async function asItIsNow({ set: { id }, merged: { name } }: ProjectRow): Promise<ProjectRow> {
  const { opened } = useProjectStore.getState();
  if (opened?.files.kind === 'folder') await read(opened.files);
  const found = useProjectStore.getState().opened?.sets.find(({ set }) => set.id === id);
  if (found === undefined) throw new StudioError('BadInput', `${name} is no longer in the project.`);
  return found;
}

/** Brings the files of another copy into the open project. */
export const mergeZip = (file: File) =>
  busily('merge the copy', async () => {
    const { opened } = useProjectStore.getState();
    if (opened === undefined) return;
    const { beside, left } = await mergeCopy(opened.files.of, await filesOfZip(file));
    const more = beside.length === 0 ? '' : ` Different files were added beside: ${beside.join(', ')}.`;
    const others = left.length === 0 ? '' : ` Not merged, as they do not belong to the project: ${formatNames(left)}.`;
    await read(opened.files, `${file.name} is merged.${more}${others}`);
  });

const setsHere = () => useAnnotationSetsStore.getState().sets ?? [];
/** The copy of a set of the project in this browser. */
export const copyOf = (sets: readonly SetRecord[], id: string) => sets.find(({ project }) => project?.set === id);
const digits = () => crypto.randomUUID().slice(0, 4);
const newWriter = () => `${slug(usePersonStore.getState().name)}-${digits()}`;

/** Makes a set of this browser a part of the project, or, if its sentences were merged or split, a copy of it as it is now. */
export const addToProject = (record: SetRecord) =>
  busily('add the set', async () => {
    const { opened } = useProjectStore.getState();
    if (opened === undefined) return;
    const link: ProjectLink = { set: `${slug(record.name)}-${digits()}`, writer: newWriter(), notes: NO_NOTES };
    const name = distinctName(record.name, new Set(setsHere().map((set) => set.name)));
    const copied = undividedLog(await annotationLog.lines(record.id), name, Date.now());
    const id = copied === undefined ? record.id : crypto.randomUUID();
    if (copied === undefined) await annotationLog.link(id, link);
    else await annotationLog.create(id, copied, link);
    await push(opened.files.of, { ...record, id, project: link });
    const isCopy = `A copy of ${record.name} was added, since its sentences were merged or split. It is called ${name}.`;
    await read(opened.files, copied === undefined ? `${record.name} was added.` : isCopy);
  });

/** Writes what was annotated in this browser, and saves an archive as a file. */
export const saveProject = () =>
  busily('save the project', async () => {
    const { opened } = useProjectStore.getState();
    if (opened === undefined) return;
    const { files, sets } = opened;
    const copies = sets.flatMap(({ set }) => copyOf(setsHere(), set.id) ?? []);
    await writeHead(files.of);
    for (const copy of copies) await push(files.of, copy);
    if (files.kind === 'zip') {
      saveFile(`${files.of.name}.zip`, zipOfFiles(files.of), 'application/zip');
      files.of.isChanged = false;
    }
    await read(files, `${formatCounted(copies.length, 'set')} saved to ${files.of.name}.`);
  });

async function push(files: ProjectFiles, { id, project }: SetRecord): Promise<void> {
  if (project === undefined) return;
  const own = await ownLines(await annotationLog.lines(id), project.writer);
  const { sets } = await readProject(files);
  const theirs = sets.find((set) => set.id === project.set)?.notes ?? NO_NOTES;
  const mine = notesOf(own.set);
  const notes = mergedNotes(project.notes, mine, theirs);
  await writeSet(files, { id: project.set, writer: project.writer, own, notes });
  // Those of the other side are not in this copy yet.
  await annotationLog.link(id, { ...project, notes: mine });
}

/**
 * Opens the copy of a set in this browser, up to date with the project.
 *
 * @param isAdopting whether it takes over what others have annotated
 */
export const annotate = (row: ProjectRow, isAdopting: boolean) =>
  busily('open the set', async () => {
    const { set, merged } = await asItIsNow(row);
    const copy = copyOf(setsHere(), set.id);
    const writer = copy?.project?.writer ?? newWriter();
    const log = copy === undefined ? [] : await annotationLog.lines(copy.id);
    const own = await ownLines(log, writer);
    const actions = pullActions(own, merged, set, { writer, isAdopting });
    const theirs = notesAsTaken(set.notes);
    actions.push(...noteActions(own.set, mergedNotes(copy?.project?.notes, notesOf(own.set), theirs)));
    // Those of this copy are not in the project yet.
    const link: ProjectLink = { set: set.id, writer, notes: theirs };
    if (copy === undefined) {
      const named: Action = { kind: 'describe', name: merged.name };
      const at = Date.now();
      await annotationLog.create(crypto.randomUUID(), [named, ...actions].map((action): LogEntry => ({ kind: 'do', at, action })), link); // prettier-ignore
      showFirst();
    } else {
      await openSet(copy.id);
      if (useAnnotationStore.getState().id !== copy.id) return; // it is damaged
      actions.forEach((action) => annotationLog.do(action));
      await annotationLog.link(copy.id, link);
      showFirst();
    }
  });

/** The people behind two logs; two logs of one person are told apart by their own names. */
function namesOf(first: Writer, second: Writer): readonly [string, string] {
  const [one, other] = [personOf(first), personOf(second)];
  return one === other ? [first, second] : [one, other];
}

/** Shows the agreement of two writers. */
export const compareWriters = (row: ProjectRow, [first, second]: readonly [Writer, Writer]) =>
  busily('compare', async () => {
    const { merged } = await asItIsNow(row);
    const sides = [sideOf(merged, first), sideOf(merged, second)] as const;
    writersCompared(compareSides(namesOf(first, second), sides, merged.types), undefined);
  });

/** The first two whose annotations differ where nobody has decided yet, and all sentences on which these two differ. */
export const resolve = (row: ProjectRow) =>
  busily('resolve the conflicts', async () => {
    const { set, merged } = await asItIsNow(row);
    const conflicts = conflictsIn(merged);
    const [first, second] = conflicts[0]?.heads ?? [];
    if (first === undefined || second === undefined) {
      projectRead(useProjectStore.getState().opened, `${merged.name} has no conflicts any more.`);
      return;
    }
    const between = conflicts.flatMap(({ key, heads }) => {
      const sides = [first, second].map((one) => heads.find(({ writer }) => writer === one.writer)?.sentence);
      return sides[0] !== undefined && sides[1] !== undefined ? [{ key, sides: [sides[0], sides[1]] as const }] : [];
    });
    const side = (of: 0 | 1) => between.map(({ sides }): NewSentence => ({ ...sides[of], state: 'accepted' }));
    const keys = between.map(({ key }) => key);
    const names = namesOf(first.writer, second.writer);
    writersCompared(compareSides(names, [side(0), side(1)], merged.types), { set: set.id, keys });
  });

export const addRecipe = () =>
  busily('add the recipe', async () => {
    const { recipe } = useRecipeStore.getState();
    const contents = new TextEncoder().encode(writeRecipeFile({ ...recipe, data: undefined }));
    await addNew(`recipes/${slug(recipe.presetId)}.json`, contents);
  });

export const addModel = () =>
  busily('add the model', async () => {
    const { name, contents } = await ask('exportModel', {});
    await addNew(`models/${name}`, new Uint8Array(await contents.arrayBuffer()));
  });

async function addNew(path: string, contents: Uint8Array<ArrayBuffer>): Promise<void> {
  const { opened } = useProjectStore.getState();
  if (opened === undefined) return;
  const place = await placeOf(opened.files.of, path, contents, new Set(await opened.files.of.list()));
  await addFile(opened.files.of, place, contents);
  await read(opened.files, `${place} was added.`);
}

/** Loads a recipe or a model of the project. */
export const loadProjectFile = (path: string) =>
  busily(`load ${path}`, async () => {
    const { opened } = useProjectStore.getState();
    const bytes = await opened?.files.of.readBytes(path);
    if (bytes !== undefined) await addFiles([new File([bytes], path.split('/').at(-1)!)]);
  });

export const hideProject = () => projectShown(false);
