import { withTypesAs } from '../../data/corpora/types-as.ts';
import { requireCompatibleTags } from '../../data/tags/training-tags.ts';
import type { Corpus } from '../../data/corpus.ts';
import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { compareModels, type ModelsComparison } from '../../eval/compare-models.ts';
import { defined } from '../../lib/assert.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import type { TaggerModel } from '../../model/model.ts';
import { predictedSpans } from '../../tagging/scores/predicted-spans.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import { ProgressReporter } from '../wire/progress.ts';
import type { Params } from '../wire/protocol.ts';
import type { ModelContext } from './model-slot.ts';
import { withStoredModel } from './stored-model.ts';

/** Limit of listed entities, like that of errors. */
const MAX_DECIDED = 2000;

type Scored = Pick<Corpus, 'file' | 'sentences' | 'style'>;

/**
 * Tags a corpus with two models, one after the other, and compares them.
 *
 * @throws StudioError NotReady during a run, or without a model or dev sentences; BadModel, BadInput, BadCorpus, Cancelled
 */
export function compareOnFile(
  { activity, emit, files, models }: ModelContext,
  { models: compared, file }: Params<'compareModels'>,
  signal: AbortSignal,
): Promise<{ file: string; comparison: ModelsComparison }> {
  return activity.whileIdle('compare models', async () => {
    await models.ensureDevice();
    const scoredCorpus = (): Scored => (file === undefined ? devOf(files) : withTypesAs(files.answeredCorpus(file)));
    const corpus = scoredCorpus();
    const total = 2 * corpus.sentences.length;
    const progress = new ProgressReporter(emit, { task: 'scoring', name: corpus.file, total, unit: 'sentences' });
    const scored: ReturnType<typeof predictedSpans>[] = [];
    const score = async (model: TaggerModel, stored: StoredVectors | undefined) => {
      requireCompatibleTags(corpus, { name: 'the model', style: model.style });
      const before = scored.length * corpus.sentences.length;
      const onProgress = (done: number) => progress.report(before + done);
      await files.readFor(model, file);
      const { sentences } = scoredCorpus();
      const { predicted } = await evaluateCorpus(model, sentences, stored, { signal, onProgress });
      scored.push(predictedSpans(model, sentences, predicted));
    };
    try {
      for (const bundle of compared)
        await (bundle === undefined
          ? models.lend(({ model, stored }) => score(model, stored))
          : withStoredModel(bundle, files, score));
    } finally {
      progress.end();
    }
    const [first, second] = [defined(scored[0], () => 'no first model'), defined(scored[1], () => 'no second model')];
    const twice = first.map((sentence, s) => ({
      ...sentence,
      predicted: [sentence.predicted, second[s]!.predicted] as const,
    }));
    return { file: corpus.file, comparison: compareModels(twice, MAX_DECIDED) };
  });
}

function devOf(files: LoadedFiles): Scored {
  const { dev, style } = files.source();
  return { file: files.names().dev, sentences: [...dev], style };
}
