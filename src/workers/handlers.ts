import { ABLATION } from '../config/ablation.ts';
import type { Seconds } from '../lib/units.ts';
import { annotate } from '../tagging/predictions.ts';
import { corpusErrors } from '../tagging/corpus-errors.ts';
import { evaluateCorpus } from '../model/evaluate.ts';
import { tagText } from '../tagging/text.ts';
import { requireTagsLike, typesWithoutTags } from '../data/training-tags.ts';
import { planRun } from './runs/plan.ts';
import { predictionsName } from '../data/predictions-name.ts';
import { progressTeller } from './progress-teller.ts';
import type { Download, Emit, FileId, Handlers, PreviewSentence, ScoreReport } from './wire/protocol.ts';
import { Studio } from './studio.ts';
import { tagFile } from './models/tag-file.ts';

/** Answers the page's requests; all the work is elsewhere. */
export function createHandlers(emit: Emit): Handlers {
  const studio = new Studio(emit);
  const { files } = studio;
  return {
    open: ({ device, threads, verdicts }) => studio.open(device, threads, verdicts),
    addFiles: ({ files: added, sample = false }, signal) => studio.addFiles(added, sample, signal),
    removeFile: ({ id }) => {
      files.remove(id);
      return studio.workspace();
    },
    restoreFiles: ({ ids }, signal) => studio.restoreFiles(ids, signal),
    forgetFiles: ({ ids }) => files.forget(ids),
    updateFile: async ({ id, ...changes }) => {
      await files.update(id, changes);
      return studio.workspace();
    },
    preview: ({ id, from, count }) =>
      files
        .corpus(id)
        .sentences.slice(from, from + count)
        .map(({ line, tokens, spans, tags }): PreviewSentence => ({ line, tokens, spans, tags })),
    plan: ({ config }) => planRun(config, files.source()),
    start: ({ config, from, seeds = 1 }, signal) => studio.start(config, from, seeds, signal),
    goOn: ({ checkpoint }, signal) => studio.goOn(checkpoint, signal),
    checkpoint: () => studio.checkpoint(),
    ablate: ({ config, rows, seeds }, signal) =>
      studio.ablate(
        config,
        ABLATION.filter(({ id }) => rows.includes(id)),
        seeds,
        signal,
      ),
    pause: () => studio.run?.pause(),
    resume: () => studio.run?.resume(),
    stop: () => studio.run?.stop(),
    tag: ({ text }, signal) => studio.use((model, stored) => tagText(model, text, stored, signal)),
    score: ({ id }, signal) => score(studio, id, signal, emit),
    predict: ({ id }, signal) => predict(studio, id, signal),
    tagFile: (params, signal) => tagFile(studio, params, signal, emit),
    exportModel: () => studio.exportModel(),
    removeModel: () => studio.removeModel(),
    restoreModel: () => studio.restoreModel(),
    forgetModel: () => studio.forgetModel(),
  };
}

/** More than a person reads, few enough to reach the page at once. */
const ERRORS_LISTED = 5000;

async function score(studio: Studio, id: FileId, signal: AbortSignal, emit: Emit): Promise<ScoreReport> {
  const started = performance.now();
  const corpus = studio.files.corpus(id);
  const { file: name, sentences } = corpus;
  const progress = progressTeller(emit, { task: 'scoring', name, total: sentences.length, unit: 'sentences' });
  try {
    const { scores, errors, unknownTypes } = await studio.useStill(async (model, stored) => {
      requireTagsLike(corpus, { name: 'the model', style: model.style });
      const evaluation = await evaluateCorpus(model, sentences, stored, { signal, onProgress: progress.tell });
      const errors = corpusErrors(model, sentences, evaluation.predicted, ERRORS_LISTED);
      return { ...evaluation, errors, unknownTypes: typesWithoutTags(model, corpus) };
    });
    const seconds: Seconds = (performance.now() - started) / 1000;
    return { file: name, scores, unknownTypes, errors, sentences: sentences.length, seconds };
  } finally {
    progress.end();
  }
}

async function predict(studio: Studio, id: FileId, signal: AbortSignal): Promise<Download> {
  const corpus = studio.files.corpus(id);
  const bytes = await studio.files.bytes(id);
  const text = await studio.useStill((model, stored) => annotate(model, corpus, bytes, stored, signal));
  return { name: predictionsName(corpus), contents: new Blob([text]) };
}
