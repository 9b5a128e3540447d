import { reportFileName, type RunReport } from '../../report/run-report.ts';
import { eventFileName, tensorBoardEvents } from '../../report/tensorboard.ts';
import { trackerJson } from '../../report/tracker-json.ts';
import { LISTED_ERRORS, writeHtmlReport } from '../../report/write-html.ts';
import { useHistoryStore, type RunRecord } from '../stores/runs/history.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { ask, attempt } from '../trainer/bridge.ts';
import { saveFile } from '../ui/save-file.ts';
import { reportOfRecord, shortened } from './report-record.ts';

const NOT_IN_FORMAT = { missing: 'This format has no errors.' };

/** Saves the report of a run as one HTML file, with the errors on dev if its model is the current one. */
export async function saveReport(record: RunRecord): Promise<void> {
  const report = reportOfRecord(record, await devErrors(record));
  saveFile(`${reportFileName(record.name)}-report.html`, writeHtmlReport(report), 'text/html');
}

/** Saves the epochs of a run as an event file, whose name TensorBoard requires. */
export function saveTensorBoard(record: RunRecord): void {
  const report = reportOfRecord(record, NOT_IN_FORMAT);
  saveFile(
    `${eventFileName(report)}.${reportFileName(record.name)}`,
    tensorBoardEvents(report),
    'application/octet-stream',
  );
}

/** Saves a run for experiment trackers. */
export function saveHistory(record: RunRecord): void {
  saveFile(
    `${reportFileName(record.name)}-history.json`,
    trackerJson(reportOfRecord(record, NOT_IN_FORMAT)),
    'application/json',
  );
}

/** The errors of the current model on the first dev file, if the run made it and there is one. */
async function devErrors({ id }: RunRecord): Promise<RunReport['errors']> {
  const { workspace } = useWorkspaceStore.getState();
  const model = selectModel(useWorkspaceStore.getState());
  const dev = workspace.files.find(({ role }) => role === 'dev');
  const { makers, current } = useHistoryStore.getState();
  if (current === id) return missing('the run had not ended');
  if (model === undefined || makers[model.id] !== id) return missing('the model of this run was not in use');
  if (dev === undefined) return missing('no dev file was loaded');
  const answer = await attempt('list the errors on dev', ask('score', { id: dev.id }));
  if (answer === undefined) return missing('the dev file could not be scored');
  if (selectModel(useWorkspaceStore.getState())?.id !== model.id) return missing('the model of this run was replaced');
  return { file: answer.value.file, report: shortened(answer.value.errors, LISTED_ERRORS) };
}

const missing = (why: string) => ({ missing: `Not known: ${why} when this report was saved.` });
