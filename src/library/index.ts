import type { TrainingEvent, TrainOptions } from './run.ts';

export { Tagger } from '../runtime/entry.ts';

/** Trains a model; documented in declarations.d.ts. The trainer is loaded when the first event is requested. */
export async function* train(options: TrainOptions): AsyncGenerator<TrainingEvent, void> {
  const { trainModel } = await import('./run.ts');
  yield* trainModel(options);
}
