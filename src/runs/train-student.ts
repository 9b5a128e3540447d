import { throwIfAborted } from '../lib/errors.ts';
import type { TaggerModel } from '../model/model.ts';
import { train, type TrainerEvent } from '../model/trainer.ts';
import { disposeWeights } from '../model/weights.ts';
import { prepareStudent, type Student, type StudentOptions, type StudentSource } from './student.ts';

export type StudentEvent =
  /** The teachers have tagged the sentences. */
  | { kind: 'begin'; epochs: number }
  | { kind: 'train'; event: TrainerEvent }
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
    yield { kind: 'begin', epochs: student.model.config.epochs };
    let bestEpoch = 0;
    for await (const event of train(student.model, student.data, signal)) {
      if (event.kind === 'done') ({ bestEpoch } = event);
      yield { kind: 'train', event };
    }
    throwIfAborted(signal);
    yield { kind: 'trained', student, bestEpoch };
  } finally {
    disposeWeights(student.model.weights);
  }
}
