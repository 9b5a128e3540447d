import type { TrainEvent } from '../../model/events.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { Emit, StudyNews } from '../wire/protocol.ts';
import { EMIT_EVERY, type RunLoop } from './run-loop.ts';

type Begin = StudyEvent & { kind: 'begin' };
type Progress = StudyNews & { kind: 'progress' };

/** Follows an ablation to its end. Its models are for its table only: the one that tags stays. */
export async function followAblation(
  loop: RunLoop,
  emit: Emit,
  first: Begin,
  events: AsyncIterable<StudyEvent>,
): Promise<void> {
  let run = begun(emit, first);
  let toldAt = 0;
  for await (const event of events) {
    await loop.hold();
    const { index } = event;
    switch (event.kind) {
      case 'begin':
        run = begun(emit, event);
        break;
      case 'train':
        if (event.event.kind === 'checkpoint') break;
        run.take(event.event);
        if (performance.now() - toldAt < EMIT_EVERY) break;
        toldAt = performance.now();
        emit('study', run.progress);
        break;
      case 'end':
        emit('study', { kind: 'result', index, result: event.result, problem: event.failure?.message });
        break;
      default:
        event satisfies never;
    }
  }
  emit('study', { kind: 'end', reason: loop.signal.aborted ? 'stopped' : 'finished' });
}

function begun(emit: Emit, { index, run: { label, config } }: Begin): RunShare {
  emit('study', { kind: 'begin', index, label, seed: config.seed, epochs: config.epochs });
  return new RunShare(index, config.epochs);
}

/** How far a run is. */
class RunShare {
  progress: Progress;
  readonly #epochs: number;
  #tokensPerEpoch = 1;
  /** Of the present epoch. */
  #tokens = 0;

  constructor(index: number, epochs: number) {
    this.#epochs = epochs;
    this.progress = { kind: 'progress', index, epoch: 1, share: 0, tokensPerSecond: 0, bestDevF1: undefined };
  }

  take(event: TrainEvent): void {
    if (event.kind === 'start') this.#tokensPerEpoch = event.tokensPerEpoch;
    if (event.kind === 'steps') {
      const { epoch, tokens, tokensPerSecond } = event;
      this.#tokens = (epoch === this.progress.epoch ? this.#tokens : 0) + tokens;
      const share = (epoch - 1 + this.#tokens / this.#tokensPerEpoch) / this.#epochs;
      this.progress = { ...this.progress, epoch, share, tokensPerSecond };
    }
    if (event.kind === 'epoch') {
      const { f1 } = event.report.dev.overall;
      this.progress = { ...this.progress, bestDevF1: Math.max(f1, this.progress.bestDevF1 ?? 0) };
    }
  }
}
