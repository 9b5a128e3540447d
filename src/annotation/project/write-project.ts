import { hasChecksum, noteChecksum, withSum } from './checksums.ts';
import { FORMAT, GIT_ATTRIBUTES, PROJECT_FILE, type Writer } from './format.ts';
import type { ProjectFiles } from './files.ts';
import type { OwnLines } from './own-lines.ts';
import { joinedLines, MERGE_NOTE, NOTE_FILES, NOTE_KINDS, type SharedNotes } from './shared-notes.ts';

/** A set of this browser, to be written as a part of a project. */
export interface WrittenSet {
  /** Name of its folder. */
  id: string;
  writer: Writer;
  own: Pick<OwnLines, 'lines' | 'texts' | 'set'>;
  notes: SharedNotes;
}

/** Writes the texts of a set and the log of its writer. What the files have besides, also lines that cannot be read, stays. */
export async function writeSet(files: ProjectFiles, { id, writer, own, notes }: WrittenSet): Promise<void> {
  const paths = new Set(await files.list());
  const add = async (path: string, contents: string) => {
    if (!paths.has(path)) await files.write(path, contents);
  };
  await writeHead(files);
  const folder = `sets/${id}/`;
  await add(`${folder}set.json`, `${JSON.stringify({ name: own.set.name })}\n`);
  for (const [hash, contents] of own.texts) await add(`${folder}texts/${hash}.jsonl`, contents);
  const log = `${folder}log/${writer}.jsonl`;
  const written = paths.has(log) ? await files.read(log) : '';
  await writeIfChanged(files, log, written, joinedLines(own.lines.map(withSum).join('\n'), written)); // prettier-ignore
  for (const kind of NOTE_KINDS) {
    const path = folder + NOTE_FILES[kind];
    await writeIfChanged(files, path, paths.has(path) ? await files.read(path) : '', notes[kind]);
  }
}

/** Makes the files those of a project. */
export async function writeHead(files: ProjectFiles): Promise<void> {
  const paths = await files.list();
  if (!paths.includes(PROJECT_FILE)) await files.write(PROJECT_FILE, `${JSON.stringify(FORMAT)}\n`);
  if (!paths.includes(GIT_FILE)) await files.write(GIT_FILE, GIT_ATTRIBUTES);
}

const GIT_FILE = '.gitattributes';
/** A copy from somebody else must not change other files, such as the hooks of a repository. */
const MERGED = /^(tagsmith-project\.json|\.gitattributes|checksums\.jsonl|(sets|recipes|models)\/.+)$/;

export interface MergedCopy {
  /** Files that differ and were added beside. */
  beside: string[];
  /** Files that do not belong to the project, and were not merged. */
  left: string[];
}

/** Brings the project of another copy into this one, as git would. */
export async function mergeCopy(files: ProjectFiles, other: ProjectFiles): Promise<MergedCopy> {
  const paths = new Set(await files.list());
  const beside: string[] = [];
  const left: string[] = [];
  for (const path of await other.list()) {
    const note = NOTE_KINDS.find((kind) => path.endsWith(`/${NOTE_FILES[kind]}`));
    if (!MERGED.test(path)) left.push(path);
    else if (!paths.has(path)) await files.write(path, await other.readBytes(path));
    else if (path.endsWith('.jsonl')) {
      const mine = await files.read(path);
      await writeIfChanged(files, path, mine, joinedLines(mine, await other.read(path)));
    } else if (note !== undefined) {
      const mine = await files.read(path);
      await writeIfChanged(files, path, mine, MERGE_NOTE[note](undefined, mine, await other.read(path)));
    } else if (hasChecksum(path)) {
      const bytes = await other.readBytes(path);
      const name = await placeOf(files, path, bytes, paths);
      if (paths.has(name)) continue;
      await addFile(files, name, bytes);
      beside.push(name);
    }
  }
  return { beside, left };
}

/** Writes a model or a recipe that a project does not have yet, with its checksum. */
export async function addFile(files: ProjectFiles, path: string, contents: Uint8Array<ArrayBuffer>): Promise<void> {
  await files.write(path, contents);
  await noteChecksum(files, path, contents);
}

/** The first path like `recipes/fast (2).json` that is free, or has these contents. */
export async function placeOf(
  files: ProjectFiles,
  path: string,
  contents: Uint8Array,
  taken: ReadonlySet<string>,
): Promise<string> {
  const dot = path.lastIndexOf('.');
  let place = path;
  for (let i = 2; taken.has(place) && !isSame(await files.readBytes(place), contents); i++)
    place = `${path.slice(0, dot)} (${i})${path.slice(dot)}`;
  return place;
}

async function writeIfChanged(files: ProjectFiles, path: string, before: string, after: string): Promise<void> {
  if (before !== after) await files.write(path, after);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
