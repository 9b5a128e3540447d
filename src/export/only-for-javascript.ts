import { featureNames } from '../data/vocabulary/features.ts';
import type { ModelBundle } from './bundle-contents.ts';

/** Why a model has no taggers for Python and ONNX, and what to do; undefined where it has. */
export function onlyForJavaScript({ vocabulary: { features } }: Pick<ModelBundle, 'vocabulary'>): string | undefined {
  const names = featureNames(features);
  if (names.length === 0) return undefined;
  return `it has ${names.join(' and ')} as inputs, which so far only Tagsmith and \`tagger.mjs\` read. For Python or ONNX, train without them.`;
}
