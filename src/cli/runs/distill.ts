import type { LegacyEncoding } from '../../data/encodings.ts';
import { StudioError } from '../../lib/errors.ts';
import { importFile } from '../../annotation/exchange/import-file.ts';
import { tagKind, type Corpus } from '../../data/corpus.ts';
import { scoreName } from '../../eval/scores.ts';
import type { DeviceChoice } from '../../devices/device.ts';
import { openDevice } from '../../devices/open.ts';
import type { ModelToWrite } from '../../export/bundle-contents.ts';
import { fromBundle, vectorsOf } from '../../export/model-bundle.ts';
import { distill } from '../../export/student-bundle.ts';
import { recordedData } from '../../export/trained-bundle.ts';
import { dataNames, joinSources, runSource } from '../../runs/sources.ts';
import { readCorpusBytes } from '../files.ts';
import { corpusLine, count, epochHeader, epochRow } from '../format.ts';
import { loadTaggedCorpus, readModelFile, reportProblems } from '../inputs/inputs.ts';
import { showProgress } from './progress.ts';
import type { ReadingFlags } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';

/** The flags of `tagsmith export --size tiny`. */
interface DistillOptions extends ReadingFlags {
  train: readonly string[];
  dev: readonly string[];
  text: readonly string[];
  /** Additional models, whose distributions are averaged with the first. */
  teacher: readonly string[];
  seed: number | undefined;
  device: DeviceChoice;
  threads: number | undefined;
}

/**
 * Trains a student of a model, as for `tagsmith export --size tiny`.
 *
 * @throws StudioError BadInput, BadCorpus, BadModel, NoDevice, Cancelled
 */
export async function trainTiny(
  terminal: Terminal,
  path: string,
  options: DistillOptions,
  signal: AbortSignal,
): Promise<ModelToWrite> {
  const { teacher, text, seed } = options;
  const [first, ...others] = await Promise.all([path, ...teacher].map(async (file) => (await readModelFile(file)).bundle)); // prettier-ignore
  const { style, provenance } = first!;
  if (tagKind(style) === 'classes') {
    throw new StudioError(
      'BadModel',
      `${path} gives each text one class: only models that tag words are distilled. Choose another --size.`,
    );
  }
  const load = async (role: string, files: readonly string[]) => {
    const corpora: Corpus[] = [];
    for (const file of files) {
      const corpus = await loadTaggedCorpus(terminal, file, options, { like: { name: path, style } });
      terminal.note(corpusLine(role, corpus));
      corpora.push(corpus);
    }
    return joinSources(corpora);
  };
  const training = (await load('train', options.train))!; // the parser requires a file
  const scored = await load('dev', options.dev);
  const source = runSource(training, scored, []);
  const more = await loadTexts(terminal, text, options.encoding);
  if (options.dev.length === 0) terminal.note(`dev: ${count(source.dev.length)} of the training sentences`);

  const device = await openDevice(options.device, () => undefined, options.threads); // if it is lost, later operations fail
  const models = [first!, ...others].map(fromBundle);
  const data = { train: source.train, dev: source.dev, texts: more, stored: vectorsOf(first!) };
  const trained = recordedData(dataNames(training, scored), source);
  const about = { ...provenance, data: trained, device: device.description };
  const { bundle, scores } = await distill(models, data, about, {
    settings: seed === undefined ? {} : { seed },
    signal,
    onProgress: (done, total) => terminal.progress(`reading ${count(done)} of ${count(total)} sentences`),
    onTrain({ event, epochs, state }) {
      showProgress(terminal, { epochs, prefix: '' }, event, state);
      if (event.kind !== 'epoch') return;
      if (event.report.epoch === 1) terminal.note(epochHeader(event.report.dev, { isStudent: true }));
      terminal.note(epochRow(event.report, { isStudent: true }));
    },
  });
  const before = provenance.dev && `; of its teacher: ${(100 * provenance.dev.overall.f1).toFixed(2)}`;
  terminal.note(`dev ${scoreName(scores)} of the stored model: ${(100 * scores.overall.f1).toFixed(2)}${before ?? ''}`);
  terminal.note(
    more.length === 0
      ? 'On text of another kind a student loses more than on dev. With --text FILE it learns from unlabelled text of the kind that it will read, and loses less there.'
      : 'On text of another kind than its data and its unlabelled text, a student loses more than on dev.',
  );
  return bundle;
}

async function loadTexts(
  terminal: Terminal,
  files: readonly string[],
  encoding: LegacyEncoding | undefined,
): Promise<{ tokens: readonly string[] }[]> {
  const sentences: { tokens: readonly string[] }[] = [];
  for (const file of files) {
    const read = await importFile(new File([await readCorpusBytes(file)], file), { encoding });
    reportProblems(terminal, { file, ...read });
    terminal.note(`text: ${file}, ${count(read.sentences.length)} sentences`);
    for (const sentence of read.sentences) sentences.push(sentence); // they may be more than a call has arguments
  }
  return sentences;
}
