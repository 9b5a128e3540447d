import { tagKind, type TagKind } from '../../../data/corpus.ts';
import type { FileRole } from '../../../data/files/file-roles.ts';
import type { CorpusFile, FileId, Progress, ScoreReport, TextFile } from '../../../workers/wire/payloads.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import { memoized } from '../../stores/memoized.ts';
import type { RunRecord } from '../../stores/runs/history.ts';

/** A corpus, on which the model is scored, or texts, which it tags. */
export type InspectedFile = CorpusFile | TextFile;

export function isText(file: InspectedFile): file is TextFile {
  return 'characters' in file;
}

/** Whether the model tags the texts of the file: of texts with a class, too, unless it predicts their classes. */
export function isTagged(file: InspectedFile, predicted: TagKind): boolean {
  return isText(file) || (predicted !== 'classes' && tagKind(file.style) === 'classes');
}

/** `test`, `text`, `records`… */
export function roleOf(file: InspectedFile): string {
  if (!isText(file)) return file.role;
  return file.table === undefined ? 'text' : 'records';
}

const ORDER = ['test', 'dev', 'unused', 'text', 'records', 'train'];

/** Files to score or tag: test, dev, others, texts, and last the training files, whose scores mean little. */
export const inspectedFiles = memoized((files: readonly CorpusFile[], texts: readonly TextFile[]): InspectedFile[] =>
  [...files, ...texts].sort((a, b) => ORDER.indexOf(roleOf(a)) - ORDER.indexOf(roleOf(b))),
);

/** The chosen file if it is still loaded, or else the first. */
export function chosenFile(
  candidates: readonly InspectedFile[],
  chosen: FileId | undefined,
): InspectedFile | undefined {
  return candidates.find(({ id }) => id === chosen) ?? candidates[0];
}

/** Whether the model was trained on a file: by the names in its run, or by the role if these do not name all its files. */
function isTrainedOn({ name, role }: CorpusFile, run: Pick<RunRecord, 'data' | 'parent'> | undefined): boolean {
  return run === undefined || run.parent !== undefined ? role === 'train' : run.data.split(', ').includes(name);
}

/** Describes what can be done here, and what is missing. @param run that made the model, if it is known */
export function aboutScoring(
  hasModel: boolean,
  file: InspectedFile | undefined,
  predicted: TagKind,
  run?: Pick<RunRecord, 'data' | 'parent'>,
): string {
  if (!hasModel) return 'Once you have a model, score it here on a test file, or tag a text.';
  if (!file)
    return 'Add a file with tags to score the model on it, or a text, a table of texts or a document (Word, PDF, OpenDocument, mail) to tag it.';
  if (isText(file)) {
    const what = file.table !== undefined ? 'a table of texts' : file.isDocument === true ? 'a document' : 'a text';
    return `${file.name} is ${what} without tags to score the model on: tag it here, or annotate it in the tab Annotate and score the model on that.`;
  }
  if (isTagged(file, predicted))
    return `${file.name} has texts with a class each, which the model does not predict: tag the texts here.`;
  if (isTrainedOn(file, run)) {
    const what = file.role === 'train' ? 'This is a training file' : 'The model was trained on this file';
    return `${what}: its scores do not show how well the model does on new text. Add a test file for that.`;
  }
  return 'Scores and errors of the model on a file with tags, or its predictions for a text.';
}

/** With this share of repeated sentences, scores mislead. */
const MUCH_REPEATED = 0.1;

/** A warning about a file that is no training file, but repeats its sentences. */
export function repeatedInWords(
  { repeated = 0, sentences }: Pick<ScoreReport, 'repeated' | 'sentences'>,
  role: FileRole | undefined,
): string | undefined {
  if (role === 'train' || repeated < MUCH_REPEATED * sentences) return undefined;
  return `${formatCount(repeated)} of ${formatCounted(sentences, 'sentence')} ${repeated === 1 ? 'is' : 'are'} also in the training data: the scores do not show how well the model does on new text.`;
}

/** `Tagging 43.2%…` */
export function runningInWords(isTagging: boolean, progress: Progress | undefined): string {
  const word = isTagging ? 'Tagging' : 'Scoring';
  if (progress?.task !== (isTagging ? 'tagging' : 'scoring') || progress.total === 0) return `${word}…`;
  return `${word} ${formatShare(progress.done / progress.total)}…`;
}
