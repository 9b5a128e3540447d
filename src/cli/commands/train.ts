import { join } from 'node:path';
import { readWeights, withWeights } from '../../annotation/queue/sentence-weights.ts';
import { helpText, type Field } from '../../config/field.ts';
import { PRESETS } from '../../config/presets.ts';
import { FIELD_NAMES, FIELDS } from '../../config/schema.ts';
import { tagKind } from '../../data/corpus.ts';
import { parseTag } from '../../data/tags/tag-style.ts';
import { requireCompatibleTags, trainingStyle } from '../../data/tags/training-tags.ts';
import { columnNames } from '../../data/vocabulary/features.ts';
import { byLabel, isComplete } from '../../eval/runs.ts';
import { fromBundle, vectorsOf } from '../../export/model-bundle.ts';
import { serializeError, StudioError, throwIfAborted } from '../../lib/errors.ts';
import { shellWord } from '../../lib/shell-word.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { disposeWeights } from '../../model/weights.ts';
import { lineage } from '../../export/lineage.ts';
import { prepareFurther } from '../../runs/further.ts';
import type { RunInputs } from '../../runs/inputs.ts';
import { seedRuns, study } from '../../runs/study.ts';
import { TEACHERS } from '../../config/unlabelled.ts';
import { learnFromPool } from '../../runs/unlabelled.ts';
import { reportWithoutText } from '../runs/recipe.ts';
import { loadPool, poolReporter } from '../runs/pool.ts';
import { defineCommand } from '../parsing/command.ts';
import { MOST_SEEDS } from '../../config/recipe-file.ts';
import { required, text, texts, toggle, whole, type ValuesOf } from '../parsing/flags.ts';
import { settingsOf, type Settings } from '../runs/run-options.ts';
import { DATA, DEVICE, FORCE, RECIPE, READING, THREADS } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';
import { checkpointWriter, isFinished, readCheckpoint, removeCheckpoint } from '../runs/checkpoint.ts';
import { computeFeatures } from '../inputs/encoder-features.ts';
import { claimFolder, readBytes } from '../files.ts';
import { count, epochHeader, epochRecord, epochRow, scoreRecord, scoreTable } from '../format.ts';
import { MODEL_FILE, readModelFile, type LoadedModel } from '../inputs/inputs.ts';
import { RunDevice } from '../runs/run-device.ts';
import { runStudy, type StudyListener } from '../runs/run-study.ts';
import { seedsRecord, seedsTable } from '../runs/seeds.ts';
import { observedTrain, SignalsFile } from '../runs/signals-file.ts';
import type { Terminal } from '../terminal.ts';
import { loadTrainInputs } from '../runs/train-inputs.ts';
import { refuseToOverwriteModel, writeMetrics, writeModel } from '../runs/train-outputs.ts';

const { config, preset, set, seed, epochs } = RECIPE;

const FLAGS = {
  ...DATA,
  unlabelled: texts(
    'FILE',
    'text of the same kind without labels (text, tokens, a table, JSON; tags are ignored); may be repeated. Three models of different seeds label it, and a fourth is trained on the sentences on which they agree; the best of the four on dev is kept. Takes several times as long',
  ),
  weights: text(
    'FILE',
    'train less on the sentences of this file, as written by tagsmith check --weights: each is skipped in some epochs',
  ),
  config,
  preset,
  set,
  seed,
  seeds: whole(
    'N',
    'train N times with the seeds S, S + 1, …; report mean and standard deviation of every score, and write the model that is best on dev',
    1,
    MOST_SEEDS,
  ),
  epochs,
  from: text(
    'MODEL',
    'train this model further (a model.zip or its folder): it keeps its architecture, its words and their vectors. Types that it lacks are added; what it knows about its own types is kept where a file does not annotate them (--types-of)',
  ),
  out: required(text('DIR', 'folder for model.zip and metrics.json, and, during a single run, its checkpoint')),
  resume: toggle(
    'resume the unfinished run in DIR, with the same files and settings; its earlier epochs are printed again',
  ),
  signals: text(
    'FILE',
    'write what happens inside to this CSV file, about twice a second: gradient norm and clipping, learning rates, the size of the updates of each part, active character filters. The model is the same',
  ),
  force: FORCE,
  ...READING,
  device: DEVICE,
  threads: THREADS,
  json: toggle('print one line of JSON per epoch, and one with the test scores'),
};

export type TrainOptions = Omit<ValuesOf<typeof FLAGS>, keyof typeof RECIPE | 'seeds'> & Settings & { seeds: number };

export const command = defineCommand({
  name: 'train',
  place: 1,
  summary: 'train a model',
  about: `
Trains a model. Corpora are CoNLL columns, CoNLL-U, CSV or JSON lines in any tag scheme, or texts with spans in the
formats of doccano, Label Studio and spaCy. Texts with one class each (a table or JSON with a text and its label,
fastText, a folder for each class) make a model that gives texts a class.`,
  flags: FLAGS,
  notes: `
Ctrl-C stops after the current step and writes the best model so far. A single run that was stopped or killed can be
resumed after its last complete epoch with --resume; the result is the same as without the interruption.

Presets:
${PRESETS.map(({ id, source }) => `  ${id.padEnd(18)} ${source}`).join('\n')}

Settings, with the defaults of the preset tagsmith:
${FIELD_NAMES.map((name) => settingLine(name, FIELDS[name])).join('\n')}`,
  check(values): TrainOptions {
    const settings = settingsOf(values);
    const seeds = values.seeds ?? settings.recipe?.seeds ?? 1;
    const { from, embeddings, gazetteer, columns, encoder, resume } = values;
    if (
      from !== undefined &&
      (resume || embeddings !== undefined || encoder !== undefined || gazetteer.length > 0 || columns)
    ) {
      throw new UsageError(
        '--from continues with the words, vectors and inputs of the model: remove --embeddings, --gazetteer, --columns, --encoder and --resume.',
      );
    }
    if (values.unlabelled.length > 0 && (resume || from !== undefined || seeds > 1)) {
      throw new UsageError('--unlabelled trains several models from scratch: remove --resume, --from and --seeds.');
    }
    if (values.signals !== undefined && (values.unlabelled.length > 0 || seeds > 1)) {
      throw new UsageError('--signals observes a single run: remove --seeds and --unlabelled.');
    }
    if (values.resume && seeds > 1) throw new UsageError('--resume continues a single run: remove --seeds.');
    return { ...values, ...settings, seeds };
  },
  trained: () => 'a model',
  run: train,
});

function settingLine(name: string, field: Field): string {
  return `  ${`${name}=${String(field.default)}`.padEnd(24)} ${helpText(field)} (${valuesText(field)})`;
}

function valuesText(field: Field): string {
  if (field.type === 'choice') return field.choices.join('|');
  return field.type === 'switch' ? 'true|false' : `${field.min} to ${field.max}`;
}

/** Aborting `signal` ends it after the current step; the best model so far is written. */
async function train(terminal: Terminal, given: TrainOptions, signal: AbortSignal): Promise<void> {
  await refuseToOverwriteModel(given);
  if (given.resume && (await isFinished(given))) {
    terminal.note(`The run in ${given.out} has finished: there is nothing to resume. Its model is unchanged.`);
    return;
  }
  const resume = given.resume ? await readCheckpoint(given) : undefined;
  const settings = resume && { config: resume.config, configForDocuments: undefined };
  const previous = given.from === undefined ? undefined : await readModelFile(given.from);
  const columns = previous ? columnNames(previous.bundle.vocabulary.features) : given.columns;
  const pool = await loadPool(terminal, given.unlabelled, given.encoding);
  if (given.recipe?.unlabelled && pool.length === 0) reportWithoutText(terminal, given.recipe);
  const knownTypes = previous && typesOf(previous);
  const read = await loadTrainInputs(terminal, { ...given, ...settings, columns }, signal, { knownTypes, pool });
  const inputs = await withSentenceWeights(terminal, given, read);
  if (pool.length > 0 && tagKind(inputs.source.style) === 'classes') {
    throw new StudioError(
      'BadCorpus',
      'The training data are texts with one class each: --unlabelled learns tags of words. Remove it.',
    );
  }
  const options = { ...given, config: inputs.config };
  await claimFolder(options.out);
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);
  if (resume === undefined) await removeCheckpoint(options.out); // of the run that this one replaces

  await computeFeatures(terminal, [options.config], inputs, signal);
  const { seeds } = options;
  const further = previous && (await furtherFrom(terminal, previous, inputs, signal));
  const shared = { signal, test: inputs.corpora.test?.sentences, device: runDevice };
  const events =
    pool.length > 0
      ? learnFromPool(options.config, inputs.source, pool, {
          ...shared,
          ...poolReporter(terminal, options, inputs, pool),
        })
      : study(seedRuns('train', options.config, seeds), inputs.source, {
          ...shared,
          resume,
          ...(given.signals !== undefined && { train: observedTrain }),
          ...(further && { prepare: further.prepare }),
        });
  if (resume !== undefined) terminal.note(`Resuming after epoch ${resume.checkpoint.epoch}.`);
  const prefix = (index: number) => {
    if (pool.length > 0) return index < TEACHERS ? `teacher ${index + 1} of ${TEACHERS}: ` : 'student: ';
    return seeds === 1 ? '' : `seed ${index + 1} of ${seeds}: `;
  };
  const signals = given.signals === undefined ? undefined : new SignalsFile(given.signals, options.config);
  const listener = {
    ...printer(terminal, options, inputs),
    ...signals?.listener,
    ...(seeds === 1 && pool.length === 0 && { checkpoint: checkpointWriter(terminal, options.out) }),
  };
  const { runs, best, failure } = await runStudy(terminal, events, prefix, listener);
  const unwrittenSignals = () => failureOf(async () => signals && terminal.note(await signals.write()));
  if (best === undefined) {
    const unwritten = await unwrittenSignals();
    if (unwritten !== undefined) terminal.note(serializeError(unwritten).message);
    throwIfAborted(signal);
    throw failure;
  }
  if (best.epochs.length === 0) {
    terminal.note('Stopped during the first epoch: the model has the weights of the last step.');
  }
  const path = await writeModel(terminal, options.out, best, further?.origin ?? inputs, device);
  const isInPlace = path === join(options.out, MODEL_FILE);
  const unlabelled = pool.length > 0 ? { config: options.config, files: options.unlabelled } : undefined;
  const unwritten = await failureOf(() => writeMetrics(options.out, inputs, { device, runs, best, unlabelled }));
  const unobserved = await unwrittenSignals();
  if (best.result !== undefined && isComplete(best.result) && isInPlace) await removeCheckpoint(options.out);
  else if (seeds === 1 && pool.length === 0 && best.result?.reason === 'stopped') {
    terminal.note('To resume, run the same command with --resume.');
  }
  const [results] = byLabel(runs.flatMap(({ result }) => result ?? []));
  if (seeds > 1 && results !== undefined) {
    terminal.print(options.json ? JSON.stringify(seedsRecord(results)) : seedsTable(results));
  }
  if (unwritten === undefined && isInPlace) {
    terminal.note(`Wrote the model to ${path} and its metrics to metrics.json in the same folder.`);
    terminal.note(`For a report of the run: tagsmith report ${shellWord(options.out)}`);
  }
  if (failure !== undefined) throw failure;
  if (unwritten !== undefined) throw unwritten;
  if (unobserved !== undefined) throw unobserved;
  if (!isInPlace) throw new StudioError('BadInput', `The model is not in ${options.out}, but in ${path}.`);
}

/** What `write` throws; undefined: nothing. */
function failureOf(write: () => Promise<unknown>): Promise<unknown> {
  return write().then(
    () => undefined,
    (error: unknown) => error,
  );
}

function typesOf({ bundle: { config, style, vocabulary } }: Pick<LoadedModel, 'bundle'>): string[] {
  const training = trainingStyle(config, style);
  return vocabulary.tags.flatMap((tag) => parseTag(training, tag)?.type || []);
}

/**
 * Reads what a model knows about the training sentences, and prints its scores on dev.
 *
 * @returns how runs start from it, and what its successor is made from
 */
async function furtherFrom(
  terminal: Terminal,
  { path, bundle }: Pick<LoadedModel, 'path' | 'bundle'>,
  { source, names }: RunInputs,
  signal: AbortSignal,
) {
  requireCompatibleTags(
    { file: path, sentences: [...source.train], style: source.style },
    { name: path, style: bundle.style },
  );
  const model = fromBundle(bundle);
  const stored = vectorsOf(bundle);
  try {
    const { scores } = await evaluateCorpus(model, source.dev, stored, { signal });
    terminal.note(`${path} on dev, before:\n${scoreTable(scores)}`);
    const train = lineage(bundle.provenance.data.train, names.train);
    const { vectors: name } = bundle.provenance;
    const vectors = name === undefined ? undefined : { name, stored };
    const prepare = await prepareFurther(model, source, stored, { signal });
    return { prepare, origin: { source, names: { ...names, train }, vectors } };
  } finally {
    disposeWeights(model.weights);
  }
}

/** The training sentences with the weights of a file, if there is one. */
async function withSentenceWeights(
  terminal: Terminal,
  { weights: file, dev }: TrainOptions,
  inputs: RunInputs,
): Promise<RunInputs> {
  if (file === undefined) return inputs;
  const { train } = inputs.source;
  const heldOut = dev.length === 0 ? inputs.source.dev : []; // also of the file, and not trained on
  const weights = readWeights(file, new TextDecoder().decode(await readBytes(file)), [...train, ...heldOut]);
  const trained = [...weights.keys()].filter((index) => index < train.length);
  terminal.note(
    `weights: ${count(trained.length)} of ${count(train.length)} training sentences are trained on less often`,
  );
  return { ...inputs, source: { ...inputs.source, train: withWeights(train, weights) } };
}

/** Prints each epoch, and the test scores of each run. */
function printer(
  terminal: Terminal,
  { json, seeds }: TrainOptions,
  { corpora: { test } }: Pick<RunInputs, 'corpora'>,
): StudyListener {
  return {
    epoch(report, { config: { seed } }) {
      if (json) return terminal.print(JSON.stringify({ ...epochRecord(report), seed }));
      if (report.epoch === 1) terminal.print(`${seeds === 1 ? '' : `seed ${seed}\n`}${epochHeader(report.dev)}`);
      terminal.print(epochRow(report));
    },
    end({ result }) {
      if (result?.test === undefined || test === undefined) return;
      const { seed, test: scores } = result;
      if (json) terminal.print(JSON.stringify({ test: test.file, ...scoreRecord(scores), seed }));
      else terminal.print(`\ntest ${test.file}\n${scoreTable(scores)}\n`);
    },
  };
}
