import type { ModelBundle } from './bundle-contents.ts';

/** Why a model has no taggers for Python and ONNX, and what to do; undefined where it has. */
export function onlyForJavaScript({
  config,
  vocabulary: { features },
}: Pick<ModelBundle, 'config' | 'vocabulary'>): string | undefined {
  if (config.context === 'document') {
    return 'with `context = document` it reads whole documents, which so far only Tagsmith and `tagger.mjs` do. For Python or ONNX, train with `context = sentence`.';
  }
  if (features === undefined) return undefined;
  const what = [features.lists && 'name lists', features.columns && 'columns'].filter((one) => one !== undefined);
  return `it has ${what.join(' and ')} as inputs, which so far only Tagsmith and \`tagger.mjs\` read. For Python or ONNX, train without them.`;
}
