import { convertTags, TagReader } from '../data/tag-spans.ts';
import { writePredictions } from '../data/write-predictions.ts';
import type { Seconds } from '../lib/units.ts';
import { tagText } from '../pipeline/tag-text.ts';
import { trainingStyle } from '../pipeline/tags.ts';
import { planRun } from './plan.ts';
import type { Download, Emit, FileId, Handlers, PreviewSentence, ScoreReport } from './protocol.ts';
import { Studio } from './studio.ts';

/** Answers the page's requests; all the work is elsewhere. */
export function createHandlers(emit: Emit): Handlers {
  const studio = new Studio(emit);
  const { files } = studio;
  return {
    open: ({ device, threads }) => studio.open(device, threads),
    addFiles: ({ files: added, sample = false }, signal) => studio.addFiles(added, sample, signal),
    removeFile: ({ id }) => {
      files.remove(id);
      return studio.workspace();
    },
    updateFile: async ({ id, ...changes }) => {
      await files.update(id, changes);
      return studio.workspace();
    },
    preview: ({ id, from, count }) =>
      files
        .corpus(id)
        .sentences.slice(from, from + count)
        .map(({ line, tokens, spans, tags }): PreviewSentence => ({ line, tokens, spans, tags })),
    plan: ({ config }) => planRun(config, files.source(config)),
    start: ({ config, from }) => studio.start(config, from),
    pause: () => studio.run?.pause(),
    resume: () => studio.run?.resume(),
    stop: () => studio.run?.stop(),
    tag: async ({ text }) => {
      const { model, compact } = await studio.trained();
      return tagText(model, text, compact);
    },
    score: ({ id }, signal) => score(studio, id, signal),
    predict: ({ id }, signal) => predict(studio, id, signal),
    exportModel: () => studio.exportModel(),
  };
}

async function score(studio: Studio, id: FileId, signal: AbortSignal): Promise<ScoreReport> {
  const started = performance.now();
  const { scores } = await studio.evaluate(id, signal);
  const { file, sentences } = studio.files.corpus(id);
  const seconds: Seconds = (performance.now() - started) / 1000;
  return { file, scores, sentences: sentences.length, seconds };
}

async function predict(studio: Studio, id: FileId, signal: AbortSignal): Promise<Download> {
  const { predicted } = await studio.evaluate(id, signal);
  const { model } = await studio.trained();
  const corpus = studio.files.corpus(id);
  const style = corpus.style.scheme === 'none' ? model.style : corpus.style;
  const reader = new TagReader(trainingStyle(model.config, model.style));
  const tags = predicted.map((sentence) => convertTags(sentence, reader, style));
  const { bytes, options } = await studio.files.bytes(id);
  const text = writePredictions(bytes, corpus, { tags, style }, options);
  return { name: `${corpus.file}.predicted`, bytes: new TextEncoder().encode(text).buffer };
}
