import type { TrainingEvent, TrainOptions } from './run.ts';

export { Tagger } from '../runtime/entry.ts';

/** Trains a model; declarations.d.ts documents it. The trainer is loaded when it is asked for the first event. */
export async function* train(options: TrainOptions): AsyncGenerator<TrainingEvent, void> {
  const { trainModel } = await import('./run.ts');
  yield* trainModel(options);
}
