import { isObject, type JsonObject } from '../json-values.ts';
import type { WrittenSpan } from './record.ts';
import { readSpan } from './spans.ts';

/** A span that another model has predicted. */
export interface PredictedSpan extends WrittenSpan {
  /** In [0, 1]; undefined if unknown. */
  probability: number | undefined;
}

/** The last predictions of a Label Studio task; empty if they are missing or cannot be read. */
export function readPredictions({ data, predictions }: JsonObject): PredictedSpan[] {
  if (!isObject(data) || !Array.isArray(predictions)) return [];
  const result: unknown = predictions.findLast((prediction) => isObject(prediction))?.['result'];
  if (!Array.isArray(result)) return [];
  return result.filter(isObject).flatMap(({ value, score }) => {
    const probability = typeof score === 'number' && score >= 0 && score <= 1 ? score : undefined;
    const spans = isObject(value) && value['labels'] !== undefined ? readSpan(value, '') : [];
    return (spans ?? []).map((span) => ({ ...span, probability }));
  });
}
