import { errorsCsv, errorsJsonLines } from '../eval/error-files.ts';
import { corpusErrors } from '../tagging/corpus-errors.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { typesWithoutTags } from '../data/corpora/unseen-types.ts';
import type { EvaluateOptions } from './arguments.ts';
import { writeAtomically } from './files.ts';
import { corpusLine, scoreRecord, scoreTable } from './format.ts';
import { loadModel, loadTaggedCorpus } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/** `tagsmith evaluate`: prints the scores and optionally writes the errors. */
export async function evaluateCommand(terminal: Terminal, options: EvaluateOptions): Promise<void> {
  const { model, stored, path } = await loadModel(options.model, options.device);
  const like = { style: model.style, name: path };
  const corpus = await loadTaggedCorpus(terminal, options.file, options.tagColumn, like);
  terminal.note(corpusLine('test', corpus));
  const unknownTypes = typesWithoutTags(model, corpus);
  if (unknownTypes !== undefined) terminal.note(unknownTypes);
  const { scores, predicted } = await evaluateCorpus(model, corpus.sentences, stored);
  terminal.print(options.json ? JSON.stringify(scoreRecord(scores)) : scoreTable(scores));
  if (options.errors === undefined) return;
  const { sentences } = corpusErrors(model, corpus.sentences, predicted);
  const write = options.errors.endsWith('.csv') ? errorsCsv : errorsJsonLines;
  await writeAtomically(options.errors, write(sentences));
}
