import type { LegacyEncoding } from '../../data/encodings.ts';
import { confusionOfTypes, type Confusion, type ErrorSentence } from '../../eval/errors.ts';
import { errorsCsv, errorsJsonLines } from '../../eval/error-files.ts';
import { corpusErrors } from '../../tagging/scores/corpus-errors.ts';
import { corpusSlices, trainingEntities } from '../../tagging/scores/corpus-slices.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import type { TaggerModel } from '../../model/model.ts';
import { ratedEntities } from '../../tagging/scores/rated-entities.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { LEAST_ENTITIES, withConfidence } from '../../eval/calibration.ts';
import { confidenceReport, type ConfidenceReport } from '../../eval/confidence-report.ts';
import { confidenceText } from '../confidence.ts';
import { withTypesAs } from '../../data/corpora/types-as.ts';
import { typesWithoutTags } from '../../data/corpora/doubts/unseen-types.ts';
import { tagKind, type Sentence, type TagStyle } from '../../data/corpus.ts';
import { columnNames } from '../../data/vocabulary/features.ts';
import { defineCommand } from '../parsing/command.ts';
import { argument, text, texts, toggle, type ValuesOf } from '../parsing/flags.ts';
import { DEVICE, MODEL_ENCODER, READING } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';
import { loadEncoder } from '../inputs/encoder.ts';
import { writeAtomically } from '../files.ts';
import { confusionTable, corpusLine, scoreRecord, scoreTable, sliceTables, stressTable } from '../format.ts';
import { mergeLists } from '../../data/features/read-names.ts';
import type { NameList } from '../../data/vocabulary/features.ts';
import { stressTests } from '../../tagging/scores/stress-tests.ts';
import { loadModel, loadNames, loadTaggedCorpus } from '../inputs/inputs.ts';
import type { Terminal } from '../terminal.ts';

const ARGS = { model: argument('MODEL'), file: argument('FILE') };

const FLAGS = {
  train: texts(
    'FILE',
    'the training data of the model; may be repeated. An entity is seen if the training data has an entity of the same words, partly if it has one of the words, vectors if one of the words has a vector, else unknown. Case is ignored, digits are not',
  ),
  encoder: MODEL_ENCODER,
  stress: toggle(
    'also score the file as stress tests change it: all lower case, all capitals, typos, names exchanged for others of the same type (of --train, if given), only unseen names (with --train)',
  ),
  names: texts(
    'FILE',
    'with --stress: names to exchange those of the file for, one per line, or a table with their types; may be repeated. A file without types is named after its type, as PER.txt',
  ),
  errors: text('OUT', 'write every error with its line and sentence to OUT, a .csv or .jsonl file'),
  ...READING,
  device: DEVICE,
  json: toggle(
    'print one object: precision, recall, f1, byType, relaxedF1, tokenAccuracy, invalidSequences, seen (with --train), entityLength, sentenceLength, confidence (with at least 100 entities: entities, sentences, error, bins, budgets, own), stress (with --stress: score, tests)',
  ),
};

type EvaluateOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'evaluate',
  place: 4,
  summary: 'score a model on a tagged file',
  about: `
Scores a model on a tagged file with the rules of conlleval: by type, by the length of the entity and of its
sentence, and, with --train, by what was seen in training; and how often entities of a given confidence are right
(tagsmith calibrate says more). MODEL is a model.zip or its folder.`,
  args: ARGS,
  flags: FLAGS,
  check(values) {
    const { errors, stress, names } = values;
    if (names.length > 0 && !stress) throw new UsageError('--names is for --stress.');
    if (errors === undefined || /\.(csv|jsonl)$/.test(errors)) return values; // the extension determines the format
    throw new UsageError(`--errors is ${errors}: expected a name ending in .csv or .jsonl.`);
  },
  run: evaluate,
});

async function evaluate(terminal: Terminal, options: EvaluateOptions): Promise<void> {
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const { model, stored, path } = await loadModel(options.model, options.device, encoder);
  const like = { style: model.style, name: path };
  const corpus = withTypesAs(
    await loadTaggedCorpus(terminal, options.file, options, {
      like,
      inputColumns: columnNames(model.vocabulary.features),
    }),
  );
  terminal.note(corpusLine('test', corpus));
  const unknownTypes = typesWithoutTags(model, corpus);
  if (unknownTypes !== undefined) terminal.note(unknownTypes);
  const train = await loadTraining(terminal, options, like);
  const { scores, predicted, vocabulary } = await evaluateCorpus(model, corpus.sentences, stored, {
    written: corpus.style,
  });
  if (tagKind(model.style) === 'classes') {
    const { counts, sentences } = corpusErrors(model, corpus.sentences, predicted);
    const confusion = confusionOfTypes(counts);
    const written = [scoreTable(scores), confusionTable(confusion)].join('\n\n');
    terminal.print(
      options.json ? JSON.stringify({ ...scoreRecord(scores), confusion: confusionRecord(confusion) }) : written,
    );
    return writeErrors(options.errors, sentences);
  }
  const training = train && trainingEntities(model, train, vocabulary);
  const slices = corpusSlices(model, corpus.sentences, predicted, training);
  const confidence = await confidenceOf(terminal, model, corpus.sentences, stored);
  const stress = options.stress
    ? await stressTests(model, corpus.sentences, {
        style: corpus.style,
        train,
        seen: train,
        lists: await readLists(terminal, options.names, options.encoding),
        stored,
        onProgress: (done, total) => terminal.progress(`stress test ${done} of ${total}`),
      })
    : undefined;
  terminal.print(
    options.json
      ? JSON.stringify({ ...scoreRecord(scores), ...slices, confidence, stress })
      : [
          scoreTable(scores),
          sliceTables(slices),
          ...(confidence ? [confidenceText(confidence)] : []),
          ...(stress ? [stressTable(stress)] : []),
        ].join('\n\n'),
  );
  await writeErrors(options.errors, corpusErrors(model, corpus.sentences, predicted, undefined, training).sentences);
}

/** Gold class, then predicted class. */
function confusionRecord({ types, counts }: Confusion): Record<string, Record<string, number>> {
  const row = (of: readonly number[]) => Object.fromEntries(types.map((type, i) => [type, of[i]!]));
  return Object.fromEntries(types.map((type, i) => [type, row(counts[i]!)]));
}

async function writeErrors(path: string | undefined, sentences: readonly ErrorSentence[]): Promise<void> {
  if (path === undefined) return;
  const write = path.endsWith('.csv') ? errorsCsv : errorsJsonLines;
  await writeAtomically(path, write(sentences));
}

/** @throws StudioError BadInput if a file has no names */
async function readLists(
  terminal: Terminal,
  files: readonly string[],
  encoding: LegacyEncoding | undefined,
): Promise<NameList[]> {
  const read = [];
  for (const path of files) read.push(...(await loadNames(terminal, path, encoding)).lists);
  return mergeLists(read);
}

/** What the confidence of the model is worth on this file; undefined for too few entities. */
async function confidenceOf(
  terminal: Terminal,
  model: TaggerModel,
  sentences: readonly Sentence[],
  stored: StoredVectors | undefined,
): Promise<ConfidenceReport | undefined> {
  const rated = await ratedEntities(model, sentences, stored);
  if (rated.length >= 2 * LEAST_ENTITIES) {
    const { calibration, threshold } = model.confidence ?? {};
    return confidenceReport(rated, withConfidence(rated, calibration), sentences.length, threshold);
  }
  terminal.note(
    `The model finds ${rated.length} entities: at least ${2 * LEAST_ENTITIES} are needed to measure its confidence.`,
  );
  return undefined;
}

/** The sentences of the training files; undefined without such files. */
async function loadTraining(
  terminal: Terminal,
  { train, ...reading }: EvaluateOptions,
  like: { style: TagStyle; name: string },
): Promise<Sentence[] | undefined> {
  if (train.length === 0) return undefined;
  const corpora = [];
  for (const path of train) corpora.push(withTypesAs(await loadTaggedCorpus(terminal, path, reading, { like })));
  return corpora.flatMap(({ sentences }) => sentences);
}
