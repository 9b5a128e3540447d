import { throwIfAborted } from '../lib/errors.ts';
import type { TaggerModel } from '../model/model.ts';
import type { TrainEvent } from '../model/events.ts';
import { train } from '../model/trainer.ts';
import { disposeWeights } from '../model/weights.ts';
import { INITIAL_RUN_STATE, reduce, type RunState } from './run-state.ts';
import { prepareStudent, type Student, type StudentOptions, type StudentSource } from './student.ts';

export type StudentEvent =
  /** `state`: after the event. */
  | { kind: 'train'; epochs: number; event: TrainEvent; state: RunState }
  /** The student with its best weights, on the device until the next event is requested. */
  | { kind: 'trained'; student: Student; bestEpoch: number };

/**
 * Trains a student of one or several models, and yields its events.
 *
 * @param teachers with their weights on the device; they are not removed
 * @throws StudioError BadInput, Cancelled
 */
export async function* trainStudent(
  teachers: readonly TaggerModel[],
  source: StudentSource,
  options: StudentOptions = {},
): AsyncGenerator<StudentEvent, void> {
  const { signal } = options;
  const student = await prepareStudent(teachers, source, options);
  try {
    const { epochs } = student.model.config;
    let state = INITIAL_RUN_STATE;
    let bestEpoch = 0;
    for await (const event of train(student.model, student.data, signal)) {
      if (event.kind === 'checkpoint') continue;
      if (event.kind === 'done') ({ bestEpoch } = event);
      state = reduce(state, event, performance.now() / 1000);
      yield { kind: 'train', epochs, event, state };
    }
    throwIfAborted(signal);
    yield { kind: 'trained', student, bestEpoch };
  } finally {
    disposeWeights(student.model.weights);
  }
}
