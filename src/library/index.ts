import type { TrainingEvent, TrainOptions } from './run.ts';

export { Tagger } from '../runtime/entry.ts';

/**
 * Trains a tagger (character CNN, BiLSTM, CRF) with a preset and settings. Training only proceeds while an event is requested: to pause,
 * request the next one later. Leaving the loop ends training. A thread can train one model at a time.
 *
 *     for await (const event of train({ train: 'train.conll', dev: 'dev.conll' })) {
 *       if (event.kind === 'epoch') console.log(event.report.epoch, event.report.dev.overall.f1);
 *     }
 *
 * @throws Error with a `code`, such as `BadInput`, `BadConfig`, `BadCorpus`, `BadVectors`, `NoDevice`, `NonFiniteLoss`
 */
export async function* train(options: TrainOptions): AsyncGenerator<TrainingEvent, void> {
  const { trainModel } = await import('./run.ts');
  yield* trainModel(options);
}
