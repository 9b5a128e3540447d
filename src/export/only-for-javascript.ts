import { columnNames, featureNames, type EncoderIdentity } from '../data/vocabulary/features.ts';
import { tagKind } from '../data/corpus.ts';
import type { ModelBundle } from './bundle-contents.ts';

/** Explains why a model cannot be exported for Python and ONNX, and what to do; undefined if it can. */
export function onlyForJavaScript(bundle: Pick<ModelBundle, 'vocabulary' | 'style'>): string | undefined {
  const { features } = bundle.vocabulary;
  const refused = onlyForTagsmith(bundle);
  if (refused !== undefined) return refused;
  const names = featureNames(features);
  if (names.length === 0) return undefined;
  const text =
    columnNames(features).length > 0
      ? ' `tagger.mjs` takes columns with tokens (`tagTokens`); text is tagged without them.'
      : '';
  return `it has ${names.join(' and ')} as inputs, which only Tagsmith and \`tagger.mjs\` support. For Python or ONNX, train without them.${text}`;
}

/** Explains why a model cannot be exported with a tagger, and what to do; undefined if it can. */
export function onlyForTagsmith({
  vocabulary: { features },
  style,
}: Pick<ModelBundle, 'vocabulary' | 'style'>): string | undefined {
  if (features?.encoder !== undefined) return onlyWithEncoder(features.encoder);
  if (tagKind(style) !== 'classes') return undefined;
  return 'it gives each text one class, which only Tagsmith computes: its page, and `tagsmith tag`.';
}

/** Explains why a model with an encoder is exported without taggers. */
export function onlyWithEncoder({ name }: EncoderIdentity): string {
  return `it has the features of an encoder, ${name}, as inputs, which only Tagsmith computes. For other programs, train with \`encoder = false\`.`;
}
