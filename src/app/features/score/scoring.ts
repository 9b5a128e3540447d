import { throwIfAborted } from '../../../lib/errors.ts';
import type { FileId, RecordFormat, ScoreReport, TagReport, Workspace } from '../../../workers/wire/payloads.ts';
import { fileChosen } from '../../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask, attempt } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';
import { saveFile } from '../../ui/save-file.ts';

/** A corpus to score, or a text to tag, and to save in a format if one is given. */
type Task = { id: FileId; kind: 'score' } | { id: FileId; kind: 'tag'; format?: RecordFormat };

type Outcome = { kind: 'scored'; report: ScoreReport } | { kind: 'tagged'; report: TagReport };

const MEDIA_TYPES: Record<RecordFormat, string> = {
  jsonl: 'application/jsonl',
  conll: 'text/plain',
  csv: 'text/csv',
  table: 'text/csv',
};

/** One file at a time. */
export const scoring = query(async (task: Task, signal): Promise<Outcome> => {
  const { id } = task;
  fileChosen(id); // its results stay, also if a more suitable file is added
  if (task.kind === 'score') {
    const report = await ask('score', { id }, signal);
    void import('../../keep/run-actions.ts').then(({ noteScore }) => noteScore(report));
    return { kind: 'scored', report };
  }
  const { format } = task;
  const { written, report } = await ask('tagFile', { id, format }, signal);
  throwIfAborted(signal); // aborted just before the end
  if (format && written) saveFile(written.name, written.contents, MEDIA_TYPES[format]);
  return { kind: 'tagged', report };
});

/** The entities of the model in the scored file, with their confidence. */
export const confidence = query((id: FileId, signal) => ask('confidence', { id }, signal));

/** The scores of the model on the scored file under the stress tests. */
export const stress = query((id: FileId, signal) => ask('stress', { id }, signal));

/** Forgets scores when their model is replaced, or their file is removed or reread. */
export function watchScores(): () => void {
  const forget = () => {
    scoring.cancel();
    confidence.cancel();
    stress.cancel();
  };
  const stops = [
    useWorkspaceStore.subscribe((store) => selectModel(store)?.id, forget),
    useWorkspaceStore.subscribe(
      (store) => store.workspace,
      (workspace, before) => {
        const scored = scoring.answer();
        if (scored.phase !== 'none' && fileOf(workspace, scored.key.id) !== fileOf(before, scored.key.id)) forget();
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Its name and how it is read; undefined if it is not loaded. A role does not change its scores. */
function fileOf({ files, texts }: Workspace, id: FileId): string | undefined {
  const file = [...files, ...texts].find((one) => one.id === id);
  return file && JSON.stringify([file.name, 'reading' in file ? file.reading.settings : file.table?.textFields]);
}

/** Saves the model's tags for a file, in the file's own columns and scheme. */
export async function savePredictions(id: FileId): Promise<void> {
  const answer = await attempt('predict', ask('predict', { id }));
  if (answer) saveFile(answer.value.name, answer.value.contents, 'text/plain');
}
