import { inspectTextWeights } from '../../tagging/explain/text-weights.ts';
import { throwIfAborted } from '../../lib/errors.ts';
import { inspectAttention } from '../../tagging/explain/attention.ts';
import { attribute } from '../../tagging/explain/attribution.ts';
import { inspectFeatures } from '../../tagging/explain/features.ts';
import { inspectGates } from '../../tagging/explain/gates.ts';
import { inspectOccurrences } from '../../tagging/explain/occurrences.ts';
import { inspectReach } from '../../tagging/explain/reach.ts';
import { inspectSpelling } from '../../tagging/explain/spelling.ts';
import type { Handlers } from '../wire/protocol.ts';
import type { ModelSlot, ModelTask } from './model-slot.ts';

/**
 * The order of the figures of Inside. Quick ones are computed immediately. Slow ones wait for these and for each other, since with
 * concurrent computation the quickest would be answered as late as the slowest.
 */
export class Explanations {
  readonly #models: Pick<ModelSlot, 'use'>;
  #quickOnes: Promise<unknown> = Promise.resolve();
  #slowOnes: Promise<unknown> = Promise.resolve();

  constructor(models: Pick<ModelSlot, 'use'>) {
    this.#models = models;
  }

  quick<T>(explain: ModelTask<T>): Promise<T> {
    const result = this.#models.use(explain);
    this.#quickOnes = Promise.allSettled([this.#quickOnes, result]); // the caller handles a failure
    return result;
  }

  /** @param signal if it is aborted while the task waits, it is skipped */
  slow<T>(signal: AbortSignal, explain: ModelTask<T>): Promise<T> {
    const task: ModelTask<T> = async (...model) => {
      throwIfAborted(signal);
      return explain(...model);
    };
    const result = Promise.all([this.#quickOnes, this.#slowOnes]).then(() => this.#models.use(task));
    this.#slowOnes = Promise.allSettled([result]);
    return result;
  }
}

/** Answers the requests of the figures of Inside. */
export const explanationHandlers: Pick<
  Handlers<{ explanations: Explanations }>,
  'attention' | 'attribute' | 'features' | 'gates' | 'occurrences' | 'reach' | 'spelling' | 'textWeights'
> = {
  textWeights: ({ explanations }, { text }) =>
    explanations.quick((model, stored) => inspectTextWeights(model, text, stored)),
  attention: ({ explanations }, query) => explanations.quick((model, stored) => inspectAttention(model, query, stored)),
  features: ({ explanations }, query) => explanations.quick((model) => inspectFeatures(model, query)),
  gates: ({ explanations }, query) => explanations.quick((model, stored) => inspectGates(model, query, stored)),
  occurrences: ({ explanations }, query) =>
    explanations.quick((model, stored) => inspectOccurrences(model, query, stored)),
  attribute: ({ explanations }, query, signal) =>
    explanations.slow(signal, (model, stored) => attribute(model, query, stored, signal)),
  reach: ({ explanations }, query, signal) =>
    explanations.slow(signal, (model, stored) => inspectReach(model, query, stored, signal)),
  spelling: ({ explanations }, query, signal) =>
    explanations.slow(signal, (model, stored) => inspectSpelling(model, query, stored, signal)),
};
