import { errorsCsv, errorsJsonLines } from '../eval/error-files.ts';
import { corpusErrors } from '../tagging/corpus-errors.ts';
import { corpusSlices, trainingEntities } from '../tagging/corpus-slices.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { typesWithoutTags } from '../data/corpora/unseen-types.ts';
import type { Sentence, TagStyle } from '../data/corpus.ts';
import { columnNames } from '../data/vocabulary/features.ts';
import type { EvaluateOptions } from './options.ts';
import { loadEncoder } from './encoder.ts';
import { writeAtomically } from './files.ts';
import { corpusLine, scoreRecord, scoreTable, sliceTables } from './format.ts';
import { loadModel, loadTaggedCorpus } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith evaluate`: prints the scores and optionally writes the errors. */
export async function evaluateCommand(terminal: Terminal, options: EvaluateOptions): Promise<void> {
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const { model, stored, path } = await loadModel(options.model, options.device, encoder);
  const like = { style: model.style, name: path };
  const corpus = await loadTaggedCorpus(
    terminal,
    options.file,
    options.tagColumn,
    like,
    columnNames(model.vocabulary.features),
  );
  terminal.note(corpusLine('test', corpus));
  const unknownTypes = typesWithoutTags(model, corpus);
  if (unknownTypes !== undefined) terminal.note(unknownTypes);
  const train = await loadTraining(terminal, options, like);
  const { scores, predicted, vocabulary } = await evaluateCorpus(model, corpus.sentences, stored);
  const training = train && trainingEntities(model, train, vocabulary);
  const slices = corpusSlices(model, corpus.sentences, predicted, training);
  terminal.print(
    options.json
      ? JSON.stringify({ ...scoreRecord(scores), ...slices })
      : `${scoreTable(scores)}\n\n${sliceTables(slices)}`,
  );
  if (options.errors === undefined) return;
  const { sentences } = corpusErrors(model, corpus.sentences, predicted, undefined, training);
  const write = options.errors.endsWith('.csv') ? errorsCsv : errorsJsonLines;
  await writeAtomically(options.errors, write(sentences));
}

/** The sentences of the training files; undefined without such files. */
async function loadTraining(
  terminal: Terminal,
  { train, tagColumn }: EvaluateOptions,
  like: { style: TagStyle; name: string },
): Promise<Sentence[] | undefined> {
  if (train.length === 0) return undefined;
  const corpora = [];
  for (const path of train) corpora.push(await loadTaggedCorpus(terminal, path, tagColumn, like));
  return corpora.flatMap(({ sentences }) => sentences);
}
