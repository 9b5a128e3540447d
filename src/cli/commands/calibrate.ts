import { requireCompatibleTags } from '../../data/tags/training-tags.ts';
import { withTypesAs } from '../../data/corpora/types-as.ts';
import { columnNames } from '../../data/vocabulary/features.ts';
import { withConfidence, type Prediction } from '../../eval/calibration.ts';
import { confidenceReport } from '../../eval/confidence-report.ts';
import { budgetAt, budgetOfPrecision, budgetOfReading, type ReviewBudget } from '../../eval/review-budget.ts';
import { writeBundle } from '../../export/bundle.ts';
import { toWrite } from '../../export/model-bundle.ts';
import { StudioError } from '../../lib/errors.ts';
import { calibrate } from '../../tagging/scores/calibrate.ts';
import { budgetText, confidenceText } from '../confidence.ts';
import { defineCommand } from '../parsing/command.ts';
import { loadEncoder } from '../inputs/encoder.ts';
import { writeAtomically } from '../files.ts';
import { argument, fraction, text, toggle, whole, type ValuesOf } from '../parsing/flags.ts';
import { corpusLine, count } from '../format.ts';
import { loadModel, requireTagger, loadTaggedCorpus } from '../inputs/inputs.ts';
import { DEVICE, MODEL_ENCODER, READING } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../parsing/usage.ts';

const ARGS = { model: argument('MODEL'), file: argument('FILE') };

const FLAGS = {
  precision: fraction('P', 'choose the lowest threshold from which this share of the entities is right'),
  read: whole('N', 'choose the threshold so that at most N of 1,000 sentences have an entity to review'),
  threshold: fraction('P', 'set the threshold itself'),
  out: text('FILE', 'write the model with its calibration and the chosen threshold; it is not changed otherwise'),
  encoder: MODEL_ENCODER,
  ...READING,
  device: DEVICE,
  json: toggle('print one object: entities, sentences, error, bins, budgets, own (the threshold)'),
};

type CalibrateOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'calibrate',
  place: 5,
  summary: 'measure the confidence of a model, and choose what to review',
  about: `
Measures how often the entities of a given confidence are right in FILE, a tagged file that the model was not trained
on, such as dev. Each half of its documents is calibrated on the other one, so that the figures are of unseen text.
Entities below the threshold are marked for review by tagsmith tag and by exported models. MODEL is a model.zip or its
folder.`,
  args: ARGS,
  flags: FLAGS,
  check(values) {
    const chosen = [values.precision, values.read, values.threshold].filter((value) => value !== undefined);
    if (chosen.length > 1) throw new UsageError('Expected one of --precision, --read and --threshold.');
    return values;
  },
  run,
});

async function run(terminal: Terminal, options: CalibrateOptions, signal: AbortSignal): Promise<void> {
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const loaded = await loadModel(options.model, options.device, encoder);
  requireTagger(loaded);
  const { model, bundle, stored, path } = loaded;
  const corpus = withTypesAs(
    await loadTaggedCorpus(terminal, options.file, options, {
      like: { style: model.style, name: path },
      inputColumns: columnNames(model.vocabulary.features),
    }),
  );
  requireCompatibleTags(corpus, { name: path, style: model.style });
  terminal.note(corpusLine('dev', corpus));
  const calibrated = await calibrate(model, corpus.sentences, stored, signal);
  const { rated, problem } = calibrated;
  if (problem !== undefined) terminal.note(problem);
  const { calibration = model.confidence?.calibration } = calibrated;
  const after = problem === undefined ? calibrated.honest : withConfidence(rated, calibration);
  const chosen = chooseBudget(options, after, corpus.sentences.length);
  const threshold = chosen?.threshold ?? model.confidence?.threshold;
  const report = confidenceReport(rated, after, corpus.sentences.length, threshold);
  terminal.print(options.json ? JSON.stringify(report) : confidenceText(report));
  if (options.out === undefined) return;
  await writeAtomically(options.out, writeBundle({ ...toWrite(bundle), confidence: { calibration, threshold } }));
  terminal.note(`Wrote ${options.out}.${chosen === undefined ? '' : ` ${budgetText(chosen)}.`}`);
}

/** @throws StudioError BadInput if no threshold does what was asked for */
function chooseBudget(
  { precision, read, threshold }: Pick<CalibrateOptions, 'precision' | 'read' | 'threshold'>,
  predictions: readonly Prediction[],
  sentences: number,
): ReviewBudget | undefined {
  if (threshold !== undefined) return budgetAt(threshold, predictions);
  if (read !== undefined) return budgetOfReading(Math.floor((read * sentences) / 1000), predictions);
  if (precision === undefined) return undefined;
  const budget = budgetOfPrecision(precision, predictions);
  if (budget !== undefined) return budget;
  throw new StudioError(
    'BadInput',
    `No threshold has ${precision * 100}% of at least 30 entities right: ${count(predictions.length)} entities were found. Choose a lower --precision, or more data.`,
  );
}
