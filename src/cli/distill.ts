import { importTexts } from '../annotation/import-texts.ts';
import type { Corpus } from '../data/corpus.ts';
import { scoreName } from '../eval/scores.ts';
import { openDevice } from '../devices/open.ts';
import type { ModelToWrite } from '../export/bundle-contents.ts';
import { fromBundle, vectorsOf } from '../export/model-bundle.ts';
import { studentBundle } from '../export/student-bundle.ts';
import { StudioError } from '../lib/errors.ts';
import { INITIAL_RUN_STATE, reduce } from '../runs/run-state.ts';
import { countsOf, dataNames, joinSources, runSource } from '../runs/sources.ts';
import { trainStudent } from '../runs/train-student.ts';
import { readBytes } from './files.ts';
import { corpusLine, count, epochHeader, epochRow } from './format.ts';
import { loadTaggedCorpus, readModelFile, reportProblems } from './inputs.ts';
import type { DistillOptions } from './options.ts';
import { showProgress } from './progress.ts';
import type { Terminal } from './terminal.ts';

/**
 * Trains a student of a model, as for `tagsmith export --size tiny`.
 *
 * @throws StudioError BadInput, BadCorpus, BadModel, NoDevice, Cancelled
 */
export async function distill(
  terminal: Terminal,
  path: string,
  options: DistillOptions,
  signal: AbortSignal,
): Promise<ModelToWrite> {
  const { teachers, texts, seed } = options;
  const [first, ...others] = await Promise.all([path, ...teachers].map(async (file) => (await readModelFile(file)).bundle)); // prettier-ignore
  const { style, provenance } = first!;
  const load = async (role: string, files: readonly string[]) => {
    const corpora: Corpus[] = [];
    for (const file of files) {
      const corpus = await loadTaggedCorpus(terminal, file, options.tagColumn, { name: path, style });
      terminal.note(corpusLine(role, corpus));
      corpora.push(corpus);
    }
    return joinSources(corpora);
  };
  const training = (await load('train', options.train))!; // the parser requires a file
  const scored = await load('dev', options.dev);
  const source = runSource(training, scored, []);
  const more = await loadTexts(terminal, texts);
  if (options.dev.length === 0) terminal.note(`dev: ${count(source.dev.length)} of the training sentences`);

  const device = await openDevice(options.device, () => undefined, options.threads); // if it is lost, later operations fail
  const models = [first!, ...others].map(fromBundle);
  const data = { train: source.train, dev: source.dev, texts: more, stored: vectorsOf(first!) };
  let state = INITIAL_RUN_STATE;
  let epochs = 0;
  for await (const event of trainStudent(models, data, {
    settings: seed === undefined ? {} : { seed },
    signal,
    onProgress: (done, total) => terminal.progress(`reading ${count(done)} of ${count(total)} sentences`),
  })) {
    if (event.kind === 'begin') {
      ({ epochs } = event);
    } else if (event.kind === 'trained') {
      const student = { teachers: models.length, texts: more.length };
      const trained = { ...dataNames(training, scored), ...countsOf(source.train) };
      const { bundle, scores } = await studentBundle(
        event.student,
        source.dev,
        { ...provenance, data: trained, device: device.description, bestEpoch: event.bestEpoch, student },
        signal,
      );
      const before =
        provenance.dev === undefined ? '' : `; of its teacher: ${(100 * provenance.dev.overall.f1).toFixed(2)}`;
      terminal.note(`dev ${scoreName(scores)} of the stored model: ${(100 * scores.overall.f1).toFixed(2)}${before}`);
      return bundle;
    } else if (event.event.kind !== 'checkpoint') {
      state = reduce(state, event.event, performance.now() / 1000);
      showProgress(terminal, { epochs, prefix: '' }, event.event, state);
      if (event.event.kind !== 'epoch') continue;
      const { report } = event.event;
      if (report.epoch === 1) terminal.note(epochHeader(report.dev));
      terminal.note(epochRow(report));
    }
  }
  throw new StudioError('Cancelled', 'The training of the student was not completed.');
}

async function loadTexts(terminal: Terminal, files: readonly string[]): Promise<{ tokens: readonly string[] }[]> {
  const sentences: { tokens: readonly string[] }[] = [];
  for (const file of files) {
    const read = importTexts(file, await readBytes(file));
    reportProblems(terminal, { file, ...read });
    terminal.note(`text: ${file}, ${count(read.sentences.length)} sentences`);
    sentences.push(...read.sentences);
  }
  return sentences;
}
