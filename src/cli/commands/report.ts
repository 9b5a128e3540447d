import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { withTypesAs } from '../../data/corpora/types-as.ts';
import { columnNames } from '../../data/vocabulary/features.ts';
import { learnedScoresOf } from '../../model/crf-scores.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { writeHtmlReport } from '../../report/write-html.ts';
import type { ReportedErrors, RunReport } from '../../report/run-report.ts';
import { eventFileName, tensorBoardEvents } from '../../report/tensorboard.ts';
import { trackerJson } from '../../report/tracker-json.ts';
import { corpusErrors } from '../../tagging/scores/corpus-errors.ts';
import { defineCommand } from '../parsing/command.ts';
import { loadEncoder } from '../inputs/encoder.ts';
import { exists, makeFolder, readBytes, writeAtomically } from '../files.ts';
import { argument, oneOf, text, type ValuesOf } from '../parsing/flags.ts';
import { corpusLine } from '../format.ts';
import { loadModel, loadTaggedCorpus, METRICS_FILE, MODEL_FILE, readModelFile } from '../inputs/inputs.ts';
import { reportOfMetrics } from '../runs/report-record.ts';
import { DEVICE, MODEL_ENCODER, READING } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';

const FORMATS = ['html', 'tensorboard', 'json'] as const;

const ARGS = { run: argument('DIR') };

const FLAGS = {
  format: oneOf(
    FORMATS,
    'html',
    'html: one file with recipe, data, curves, scores with intervals, confusion and errors; tensorboard: an event file; json: history, settings and summary for Trackio or W&B',
  ),
  out: text(
    'OUT',
    'the file to write, or for tensorboard the folder; default: report.html, tensorboard or history.json in DIR',
  ),
  errors: text('FILE', 'with html: a tagged file whose confusion and errors are shown. They contain its text'),
  encoder: MODEL_ENCODER,
  ...READING,
  device: DEVICE,
};

type ReportOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'report',
  place: 4.5,
  summary: 'write the report of a run',
  about: `
Writes a report of the run in DIR, the --out of tagsmith train: one HTML file that needs no network and can be
printed, events for TensorBoard, or JSON for experiment trackers.`,
  args: ARGS,
  flags: FLAGS,
  run: report,
});

async function report(terminal: Terminal, options: ReportOptions): Promise<void> {
  const folder = options.run;
  const path = join(folder, METRICS_FILE);
  const metrics = new TextDecoder().decode(await readBytes(path));
  const { mtimeMs } = await stat(path);
  const run = reportOfMetrics(path, metrics, basename(resolve(folder)), mtimeMs);
  if (options.format === 'tensorboard') {
    const out = options.out ?? join(folder, 'tensorboard');
    await makeFolder(out);
    return write(terminal, join(out, eventFileName(run)), tensorBoardEvents(run));
  }
  if (options.format === 'json') return write(terminal, options.out ?? join(folder, 'history.json'), trackerJson(run));
  const errors = (await errorsOf(terminal, options)) ?? run.errors;
  const whole = { ...run, matrix: await matrixOf(folder), errors };
  return write(terminal, options.out ?? join(folder, 'report.html'), writeHtmlReport(whole));
}

async function write(terminal: Terminal, path: string, contents: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await makeFolder(dirname(path));
  await writeAtomically(path, contents);
  terminal.note(`Wrote ${path}.`);
}

/** The learned transitions; undefined without a model, or for a softmax decoder. */
async function matrixOf(folder: string): Promise<RunReport['matrix']> {
  if (!(await exists(join(folder, MODEL_FILE)))) return undefined;
  const { bundle } = await readModelFile(folder);
  const learned = learnedScoresOf(bundle.config, bundle.weights);
  return learned && { tags: bundle.vocabulary.tags, ...learned };
}

async function errorsOf(terminal: Terminal, options: ReportOptions): Promise<ReportedErrors | undefined> {
  if (options.errors === undefined) return undefined;
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const { model, stored, path } = await loadModel(options.run, options.device, encoder);
  const corpus = withTypesAs(
    await loadTaggedCorpus(terminal, options.errors, options, {
      like: { style: model.style, name: path },
      inputColumns: columnNames(model.vocabulary.features),
    }),
  );
  terminal.note(corpusLine('errors', corpus));
  const { predicted } = await evaluateCorpus(model, corpus.sentences, stored, { written: corpus.style });
  return {
    file: basename(options.errors),
    report: corpusErrors(model, corpus.sentences, predicted),
  };
}
