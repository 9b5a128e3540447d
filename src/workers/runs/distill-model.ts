import { writeBundle } from '../../export/bundle.ts';
import { distill } from '../../export/student-bundle.ts';
import { recordedData } from '../../export/trained-bundle.ts';
import { defined } from '../../lib/assert.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import type { TaggerModel } from '../../model/model.ts';
import { disposeWeights, uploadWeights } from '../../model/weights.ts';
import { progressShare } from '../../runs/run-state.ts';
import type { StudentSource } from '../../runs/student.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { Activity } from '../models/activity.ts';
import { differences } from '../models/export-sizes.ts';
import type { ModelSlot } from '../models/model-slot.ts';
import type { TrainedModel } from '../models/trained-model.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { ExportSize } from '../wire/payloads.ts';
import type { Emit } from '../wire/protocol.ts';
import { noModel, noTrainingData } from '../wire/refusals.ts';

interface DistillContext {
  activity: Activity;
  files: LoadedFiles;
  models: ModelSlot;
}

/** Share of the teachers' tagging in the progress, in percent. */
const READING_STEPS = 5;

/**
 * Trains a student of the current model in the background, and stores it with the model.
 *
 * @returns undefined if a run is in progress, or interrupted it
 * @throws StudioError NotReady without a model or data, Cancelled
 */
export async function distillModel(
  { activity, files, models }: DistillContext,
  signal: AbortSignal,
  emit: Emit,
): Promise<ExportSize | undefined> {
  if (models.current === undefined) throw noModel();
  if (!activity.isFree) return undefined;
  await activity.inTurn(() => models.ensureDevice());
  return activity.inBackground(
    'distilling',
    (stop) =>
      models.use((model) => {
        const trained = defined(models.current, () => 'the model in use is missing');
        return distillOn(model, trained, files, stop, emit);
      }),
    signal,
  );
}

async function distillOn(
  model: TaggerModel,
  trained: TrainedModel,
  files: LoadedFiles,
  signal: AbortSignal,
  emit: Emit,
): Promise<ExportSize> {
  const { name, provenance, siblings, stored } = trained;
  await files.readFor(model);
  const train = files.training(model.style)?.sentences;
  const dev = files.dev(model.style);
  if (train === undefined || dev === undefined) throw noTrainingData();
  const progress = new ProgressReporter(emit, { task: 'distilling', name, total: 100, unit: 'steps' });
  const others = siblings.map((host) => ({ ...model, weights: uploadWeights(host) }));
  try {
    const texts = await files.unlabelled(signal);
    const source: StudentSource = { train, dev, texts, stored };
    const onProgress = (done: number, total: number) => progress.report((READING_STEPS * done) / total);
    const about = { ...provenance, data: recordedData(files.names(), source) };
    const { bundle, scores, predicted } = await distill([model, ...others], source, about, {
      signal,
      onProgress,
      onTrain: ({ state, epochs }) =>
        progress.report(READING_STEPS + (100 - READING_STEPS) * progressShare(state, epochs)),
    });
    const exact = await evaluateCorpus(model, dev, stored, { signal });
    const measured = { f1: scores.overall.f1, changedTags: differences(exact.predicted, predicted) };
    const size: ExportSize = { size: 'tiny', zip: writeBundle(bundle, { precision: 'small' }).length, measured };
    trained.student = { bundle, size };
    return size;
  } finally {
    for (const { weights } of others) disposeWeights(weights);
    progress.end();
  }
}
