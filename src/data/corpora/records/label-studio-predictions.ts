import { isObject, type JsonObject } from '../json/values.ts';
import type { WrittenSpan } from './record.ts';
import { readSpan } from './spans.ts';

/** A span that another model has predicted. */
export interface PredictedSpan extends WrittenSpan {
  /** In [0, 1]; undefined if unknown. */
  probability: number | undefined;
}

/**
 * The last predictions of a Label Studio task; empty if they are missing.
 *
 * @param report called with what is wrong with one, whose span or probability is then not used
 */
export function readPredictions({ data, predictions }: JsonObject, report: (message: string) => void): PredictedSpan[] {
  if (!isObject(data) || !Array.isArray(predictions)) return [];
  const result: unknown = predictions.findLast((prediction) => isObject(prediction))?.['result'];
  if (!Array.isArray(result)) return [];
  return result.filter(isObject).flatMap(({ value, score }) => {
    if (!isObject(value) || value['labels'] === undefined) return []; // not of a span
    const isShare = typeof score === 'number' && score >= 0 && score <= 1;
    const spans = readSpan(value, '') ?? [];
    if (spans.length === 0) report(`The prediction ${JSON.stringify(value).slice(0, 80)} has no valid range or type.`);
    else if (!isShare && score !== undefined && score !== null)
      report(`The score of a prediction is ${JSON.stringify(score).slice(0, 40)}, expected a number from 0 to 1.`);
    return spans.map((span) => ({ ...span, probability: isShare ? score : undefined }));
  });
}
