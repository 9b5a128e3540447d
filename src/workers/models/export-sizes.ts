import { writeBundle } from '../../export/bundle.ts';
import { toBundle } from '../../export/model-bundle.ts';
import { decodeWeights, encodeWeights, PRECISIONS } from '../../export/precision.ts';
import { defined } from '../../lib/assert.ts';
import { throwIfAborted } from '../../lib/errors.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import { disposeWeights, downloadWeights, uploadWeights } from '../../model/weights.ts';
import type { LoadedFiles } from '../files/loaded-files.ts';
import type { ExportSize, ExportSizes } from '../wire/payloads.ts';
import type { ModelSlot } from './model-slot.ts';

/**
 * How large the current model becomes in each precision, and how well it then tags the loaded dev sentences.
 *
 * @throws StudioError NotReady without a model, Cancelled
 */
export async function exportSizes(models: ModelSlot, files: LoadedFiles, signal: AbortSignal): Promise<ExportSizes> {
  return models.useSnapshot(async (model, stored) => {
    const { provenance } = defined(models.current, () => 'a model is used that there is not');
    const dev = files.dev(model.style);
    const host = await downloadWeights(model.weights);
    const sizes: ExportSize[] = [];
    let exact: string[][] = [];
    for (const precision of PRECISIONS) {
      throwIfAborted(signal);
      const bundle = await toBundle(model, provenance, stored, host);
      const zip = writeBundle(bundle, { precision }).length;
      if (dev === undefined) {
        sizes.push({ precision, zip, measured: undefined });
        continue;
      }
      const rounded = { ...model, weights: uploadWeights(decodeWeights(encodeWeights(host, precision))) };
      try {
        const { scores, predicted } = await evaluateCorpus(rounded, dev, stored, { signal });
        if (precision === 'exact') exact = predicted;
        sizes.push({ precision, zip, measured: { f1: scores.overall.f1, changedTags: differences(exact, predicted) } });
      } finally {
        disposeWeights(rounded.weights);
      }
    }
    return { sizes, devTokens: dev?.reduce((sum, { tokens }) => sum + tokens.length, 0) };
  });
}

function differences(left: readonly string[][], right: readonly string[][]): number {
  return left.reduce((sum, tags, s) => sum + tags.filter((tag, t) => tag !== right[s]![t]).length, 0);
}
