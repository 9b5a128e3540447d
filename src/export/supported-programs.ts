import { columnNames, featureNames, type EncoderIdentity } from '../data/vocabulary/features.ts';
import { tagKind } from '../data/corpus.ts';
import type { ModelBundle } from './bundle-contents.ts';

/** Explains why a model cannot be exported for Python, and what to do; undefined if it can. */
export function onlyForJavaScript({ vocabulary }: Pick<ModelBundle, 'vocabulary'>): string | undefined {
  const { features } = vocabulary;
  const refused = onlyForTagsmith(vocabulary);
  if (refused !== undefined) return refused;
  const names = featureNames(features);
  if (names.length === 0) return undefined;
  const text =
    columnNames(features).length > 0
      ? ' `tagger.mjs` takes columns with tokens (`tagTokens`); text is tagged without them.'
      : '';
  return `it has ${names.join(' and ')} as inputs, which only Tagsmith and \`tagger.mjs\` support. For Python or ONNX, train without them.${text}`;
}

/** Explains why there is no `model.onnx` of a model, nor a training of it in Python; undefined if there is. */
export function withoutGraph(bundle: Pick<ModelBundle, 'vocabulary' | 'style'>): string | undefined {
  const refused = onlyForJavaScript(bundle);
  if (refused !== undefined || tagKind(bundle.style) !== 'classes') return refused;
  return 'it gives each text one class, which only Tagsmith trains, and Tagsmith, `tagger.mjs` and `tagger.py` compute (`classify`).';
}

/** Explains why a model cannot be exported with a tagger, and what to do; undefined if it can. */
export function onlyForTagsmith({ features }: ModelBundle['vocabulary']): string | undefined {
  return features?.encoder && onlyWithEncoder(features.encoder);
}

/** Explains why a model cannot be saved as a page; undefined if it can. */
export function notOnPages(style: ModelBundle['style']): string | undefined {
  if (tagKind(style) !== 'classes') return undefined;
  return 'it gives each text one class, and a page marks words. Export it as a JavaScript module, or use `tagsmith tag`.';
}

/** Explains why a model with an encoder is exported without taggers. */
export function onlyWithEncoder({ name }: EncoderIdentity): string {
  return `it has the features of an encoder, ${name}, as inputs, which only Tagsmith computes. For other programs, train with \`encoder = false\`.`;
}
