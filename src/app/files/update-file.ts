import type { VectorsSelection } from '../../data/vectors/vector-text.ts';
import { failureReported } from '../stores/notices.ts';
import { serializeError } from '../../lib/errors.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import type { ChosenColumns } from '../../data/features/lists/name-columns.ts';
import type { FileId, Workspace } from '../../workers/wire/payloads.ts';
import type { Params } from '../../workers/wire/protocol.ts';
import { ask, attempt } from '../trainer/bridge.ts';
import { readings } from './readings.ts';
import { filesRemoved, useWorkspaceStore, workspaceChanged } from '../stores/workspace.ts';

/** The corpora that the trainer may remove by itself. */
const SAMPLE_CORPUS = 'Sample corpus';

/** Applies the trainer's workspace. Files that were replaced implicitly can be restored. */
export function workspaceAnswered(after: Workspace): void {
  const { files, vectors, encoder } = useWorkspaceStore.getState().workspace;
  const gone = files.filter(({ id }) =>
    [...after.files, ...after.texts, ...after.lists].every((file) => file.id !== id),
  );
  if (gone.length > 0) filesRemoved({ name: SAMPLE_CORPUS, files: gone, isLost: false });
  if (vectors && vectors.id !== after.vectors?.id) {
    filesRemoved({ name: vectors.name, files: [vectors], isLost: false });
  }
  if (encoder && encoder.id !== after.encoder?.id) {
    filesRemoved({ name: encoder.name, files: [encoder], isLost: false });
  }
  workspaceChanged(after);
}

export async function updateFile(id: FileId, use: Omit<Params<'updateFile'>, 'id'>): Promise<void> {
  const answer = await attempt('change how the file is used', ask('updateFile', { id, ...use }));
  if (answer) workspaceAnswered(answer.value);
}

/** Reads a file in another encoding; undefined: the one that is guessed. */
export function chooseEncoding(id: FileId, encoding: LegacyEncoding | undefined): Promise<void> {
  return readings.run(async () => {
    const answer = await attempt('read it in this encoding', ask('chooseEncoding', { id, encoding }));
    if (answer) workspaceAnswered(answer.value);
  });
}

/** Chooses the columns of a table of names. */
export function chooseNameColumns(id: FileId, columns: ChosenColumns): Promise<void> {
  return readings.run(async () => {
    const answer = await attempt('choose the columns', ask('chooseNameColumns', { id, columns }));
    if (answer) workspaceAnswered(answer.value);
  });
}

/** Chooses the fields with the texts of a table. */
export async function chooseTextFields(id: FileId, names: readonly string[]): Promise<void> {
  const answer = await attempt('choose the texts', ask('chooseTextFields', { id, names }));
  if (answer) workspaceAnswered(answer.value);
}

/** Reads another file of an archive of vectors, or the same in another form. */
export function chooseVectors(id: FileId, selection: VectorsSelection): Promise<void> {
  return readings.run(async (signal) => {
    try {
      workspaceAnswered(await ask('chooseVectors', { id, ...selection }, signal));
    } catch (error) {
      failureReported('read the vectors as chosen', serializeError(error));
    }
  });
}
