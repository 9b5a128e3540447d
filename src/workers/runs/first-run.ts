import { breathe } from '../../lib/breathe.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import { disposeWeights } from '../../model/weights.ts';
import type { StudyEvent } from '../../runs/study.ts';

/**
 * A study's first event, which comes once its first run is prepared. Fails with `Cancelled`, and leaves nothing on the device,
 * where `signal` is aborted before.
 */
export async function firstRun(
  events: AsyncGenerator<StudyEvent, void>,
  signal: AbortSignal,
): Promise<StudyEvent & { kind: 'begin' }> {
  throwIfAborted(signal);
  const { value } = await events.next();
  if (value?.kind !== 'begin') throw new StudioError('Internal', 'There is nothing to train.');
  await breathe(); // an abort that came while it was prepared is heard now
  if (signal.aborted) {
    await events.return();
    disposeWeights(value.model.weights);
    throwIfAborted(signal);
  }
  return value;
}
