import type { ModelBundle } from './bundle-contents.ts';

/** Why a model has no taggers for Python and ONNX, and what to do; undefined where it has. */
export function onlyForJavaScript({ vocabulary: { features } }: Pick<ModelBundle, 'vocabulary'>): string | undefined {
  if (features === undefined) return undefined;
  const what = [features.lists && 'name lists', features.columns && 'columns'].filter((one) => one !== undefined);
  return `it has ${what.join(' and ')} as inputs, which so far only Tagsmith and \`tagger.mjs\` read. For Python or ONNX, train without them.`;
}
