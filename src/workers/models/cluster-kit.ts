import { CLUSTER_LINES, writeClusterKit } from '../../export/cluster-kit.ts';
import { withoutGraph } from '../../export/supported-programs.ts';
import { toBundle } from '../../export/model-bundle.ts';
import { isTagged } from '../../data/tags/training-tags.ts';
import { defined } from '../../lib/assert.ts';
import { StudioError } from '../../lib/errors.ts';
import type { ClusterKit } from '../wire/payloads.ts';
import type { ModelContext } from './model-slot.ts';

/**
 * Packs the current model with the loaded training and dev data, for further training in PyTorch.
 *
 * @throws StudioError NotReady without a model, or without data for it
 */
export async function clusterKit({ files, models }: ModelContext): Promise<ClusterKit> {
  return models.useSnapshot(async (model, stored) => {
    const { name, provenance } = defined(models.current, () => 'the model in use is missing');
    const train = files.training(model.style)?.sentences;
    const dev = files.dev(model.style);
    if (train === undefined || dev === undefined) {
      throw new StudioError('NotReady', 'There is no data to train this model on. Add a training file with its tags.');
    }
    if ([...train, ...dev].some(({ unknown }) => unknown !== undefined)) {
      throw new StudioError(
        'NotReady',
        'The PyTorch program takes what is unknown for outside: it needs files that annotate all types and words.',
      );
    }
    if (model.config.emissions === 'features') {
      throw new StudioError(
        'NotReady',
        'The PyTorch program trains networks. Train a feature CRF further in Tagsmith.',
      );
    }
    const bundle = await toBundle(model, provenance, stored);
    const refused = withoutGraph(bundle);
    if (refused !== undefined)
      throw new StudioError('NotReady', `PyTorch cannot train this model: ${refused.replaceAll('`', '')}`);
    const zip = writeClusterKit(bundle, { train: train.filter(isTagged), dev: dev.filter(isTagged) });
    return { name: `${name}-pytorch.zip`, contents: new Blob([zip]), lines: CLUSTER_LINES };
  });
}
