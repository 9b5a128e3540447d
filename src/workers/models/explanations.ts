import { throwIfAborted } from '../../lib/errors.ts';
import { attribute } from '../../tagging/attribution.ts';
import { inspectGates } from '../../tagging/gates.ts';
import { inspectOccurrences } from '../../tagging/occurrences.ts';
import { inspectSpelling } from '../../tagging/spelling.ts';
import type { Handlers } from '../wire/protocol.ts';
import type { ModelSlot } from './model-slot.ts';

/**
 * Handlers for the figures of Inside. Quick requests are computed immediately. Slow ones wait for these and for each other, since with
 * concurrent computation the quickest would be answered as late as the slowest.
 */
export function explanationHandlers(
  models: Pick<ModelSlot, 'use'>,
): Pick<Handlers, 'attribute' | 'gates' | 'occurrences' | 'spelling'> {
  let quickOnes: Promise<unknown> = Promise.resolve();
  let slowOnes: Promise<unknown> = Promise.resolve();
  const quick: ModelSlot['use'] = (explain) => {
    const result = models.use(explain);
    quickOnes = Promise.allSettled([quickOnes, result]); // the caller handles a failure
    return result;
  };
  const slow: ModelSlot['use'] = (explain) => {
    const result = Promise.all([quickOnes, slowOnes]).then(() => models.use(explain));
    slowOnes = Promise.allSettled([result]);
    return result;
  };
  /** Skips a request that was cancelled while it waited. */
  const unlessAborted = <Result>(signal: AbortSignal, explain: () => Promise<Result>): Promise<Result> => {
    throwIfAborted(signal);
    return explain();
  };
  return {
    gates: (query) => quick((model, stored) => inspectGates(model, query, stored)),
    occurrences: (query) => quick((model, stored) => inspectOccurrences(model, query, stored)),
    attribute: (query, signal) =>
      slow((model, stored) => unlessAborted(signal, () => attribute(model, query, stored, signal))),
    spelling: (query, signal) =>
      slow((model, stored) => unlessAborted(signal, () => inspectSpelling(model, query, stored, signal))),
  };
}
