import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import { PRECISIONS } from '../../export/precision.ts';
import { defined } from '../../lib/assert.ts';
import { throwIfAborted } from '../../lib/errors.ts';
import type { Seconds } from '../../lib/units.ts';
import { downloadWeights } from '../../model/weights.ts';
import type { ExportSize, ExportSizes } from '../wire/payloads.ts';
import type { ModelContext } from './model-slot.ts';
import { scoreRounded } from './score-rounded.ts';

/** Estimated time to train a student for all its epochs, as a multiple of the time to tag the same text once. */
const TRAINING_COST = 50;

/**
 * Measures the size of the current model in each precision, and how well it then tags the loaded dev sentences.
 *
 * @throws StudioError NotReady without a model, Cancelled
 */
export async function exportSizes({ files, models }: ModelContext, signal: AbortSignal): Promise<ExportSizes> {
  return models.useSnapshot(async (model, stored) => {
    const { provenance, siblings, student } = defined(models.current, () => 'the model in use is missing');
    await files.readFor(model);
    const dev = files.dev(model.style);
    const host = await downloadWeights(model.weights);
    const sizes: ExportSize[] = [];
    let exact: string[][] = [];
    let taggingSeconds: Seconds = 0;
    for (const precision of PRECISIONS) {
      throwIfAborted(signal);
      const bundle = await toBundle(model, provenance, stored, host);
      const zip = writeBundle(bundle, { precision }).length;
      if (dev === undefined) {
        sizes.push({ size: precision, zip, measured: undefined });
        continue;
      }
      const startedAt = performance.now();
      const { scores, predicted } = await scoreRounded({ model, stored, host }, precision, dev, signal);
      if (precision === 'exact') {
        exact = predicted;
        taggingSeconds = (performance.now() - startedAt) / 1000;
      }
      const changedTags = differences(exact, predicted);
      sizes.push({ size: precision, zip, measured: { f1: scores.overall.f1, changedTags } });
    }
    if (student !== undefined) sizes.push(student.size);
    const training = files.training(model.style)?.sentences;
    const devTokens = dev && tokensOf(dev);
    const distillation = training &&
      model.config.emissions === 'network' && {
        teachers: 1 + siblings.length,
        texts: files.unlabelledNames().length,
        seconds: (TRAINING_COST * taggingSeconds * tokensOf(training)) / Math.max(1, devTokens ?? 1),
      };
    return { sizes, devTokens, distillation: distillation || undefined };
  });
}

function tokensOf(sentences: readonly { tokens: readonly string[] }[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** The number of tags that differ between two taggings of the same sentences. */
export function differences(left: readonly string[][], right: readonly string[][]): number {
  return left.reduce((sum, tags, s) => sum + tags.filter((tag, t) => tag !== right[s]![t]).length, 0);
}
