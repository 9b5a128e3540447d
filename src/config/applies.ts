import type { Field } from './field.ts';
import { FIELDS, type FieldName, type RunConfig } from './schema.ts';

/** Settings of a network, or of its training. */
const OF_NETWORK: readonly FieldName[] = [
  'minFrequency',
  'lowercase',
  'unknownReplacement',
  'replaceKnownWords',
  'wordDim',
  'fineTuneWords',
  'charEncoder',
  'charDim',
  'charFeatures',
  'listDim',
  'listDropout',
  'columnDim',
  'columnDropout',
  'encoder',
  'encoderLayers',
  'encoderPooling',
  'cell',
  'hidden',
  'layers',
  'direction',
  'attention',
  'pooling',
  'context',
  'consistency',
  'dropoutChar',
  'wordDropout',
  'dropoutInput',
  'dropoutOutput',
  'wordRateSteps',
];

/** Whether a setting has an effect on a model with a network, or on a feature CRF. */
export function isFor(name: FieldName, emissions: RunConfig['emissions']): boolean {
  if (name === 'featureFrequency') return emissions === 'features';
  return emissions === 'network' || !OF_NETWORK.includes(name);
}

/** Whether a setting has any effect in a configuration. */
export function applies(name: FieldName, config: RunConfig): boolean {
  const { when }: Field = FIELDS[name];
  if (!isFor(name, config.emissions)) return false;
  return when === undefined || when.values.includes(String(config[when.setting as FieldName]));
}
