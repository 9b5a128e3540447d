import type { TrainEvent } from '../../model/events.ts';
import { downloadWeights, uploadWeights } from '../../model/weights.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { Emit } from '../wire/protocol.ts';
import type { RunLoop } from './run-loop.ts';
import { TrainedModel, type TrainedParts } from '../models/trained-model.ts';

type Begin = StudyEvent & { kind: 'begin' };
type End = StudyEvent & { kind: 'end' };
type Done = TrainEvent & { kind: 'done' };

/** Who has the model that tags. */
export interface ModelKeeper {
  /** All of a model but what comes from its run. */
  parts: Omit<TrainedParts, 'model' | 'host' | 'id'>;
  /** Makes it the model that tags; `isFirst`: of these runs. */
  take: (trained: TrainedModel, isFirst: boolean) => void;
  /** Tells the page which models there are now. */
  tellModels: () => void;
  emit: Emit;
}

/**
 * Follows one run, or several that differ in their seed, to the end. What is trained tags meanwhile, with the weights
 * of the moment; afterwards it is the best of them. The page hears of one `done`.
 */
export class FollowedRuns {
  readonly #loop: RunLoop;
  readonly #keeper: ModelKeeper;
  readonly #runs: number;
  #current: TrainedModel | undefined;
  #best: { trained: TrainedModel; bestEpoch: number; bestDevF1: number } | undefined;
  #done: Done | undefined;
  #failure: Error | undefined;

  constructor(loop: RunLoop, keeper: ModelKeeper, runs: number) {
    this.#loop = loop;
    this.#keeper = keeper;
    this.#runs = runs;
  }

  /** A model of this run takes the place of the one that tags. */
  async begin({ index, run, model }: Begin): Promise<void> {
    const { parts, take, tellModels, emit } = this.#keeper;
    const host = await downloadWeights(model.weights);
    const trained = new TrainedModel({ ...parts, model, host, id: this.#current?.id });
    this.#loop.checkpoint = undefined;
    this.#current = trained;
    take(trained, index === 0);
    tellModels();
    if (this.#runs === 1) return;
    const { seed, epochs } = run.config;
    emit('study', { kind: 'begin', index, label: run.label, seed, epochs });
  }

  /**
   * Follows what comes after the first `begin`, and tells of the end. Fails where the study does, or where all its runs
   * did: the best model there is tags then, too, and no `done` is told.
   */
  async follow(events: AsyncIterable<StudyEvent>): Promise<void> {
    try {
      for await (const event of events) {
        await this.#loop.hold();
        if (event.kind === 'begin') await this.begin(event);
        else if (event.kind === 'end') await this.#end(event);
        else if (event.event.kind === 'checkpoint') this.#loop.checkpoint = event.event.checkpoint;
        else if (event.event.kind === 'done') this.#done = event.event;
        else this.#loop.tell(event.event);
      }
      if (this.#done === undefined && this.#failure !== undefined) throw this.#failure;
    } finally {
      this.#loop.flush();
      this.#takeBest();
    }
    if (this.#done !== undefined) {
      const { bestEpoch, bestDevF1 } = this.#best ?? this.#done;
      this.#loop.tell({ ...this.#done, bestEpoch, bestDevF1 });
    }
    this.#loop.flush();
  }

  /** Puts the best model back where another one was trained after it. */
  #takeBest(): void {
    const best = this.#best;
    if (best !== undefined && best.trained !== this.#current) {
      const { id, name, model, host, provenance, stored } = best.trained;
      const weights = uploadWeights(host);
      this.#current = new TrainedModel({ id, name, model: { ...model, weights }, host, provenance, stored });
      this.#keeper.take(this.#current, false);
    }
    this.#keeper.tellModels();
  }

  async #end({ index, result, best, isBest, failure }: End): Promise<void> {
    const trained = this.#current;
    if (trained === undefined) return;
    this.#failure = failure ?? this.#failure;
    if (best !== undefined) trained.keep(best);
    else if (failure === undefined) await trained.save(); // stopped within the first epoch: as far as it came
    if (isBest && result !== undefined) {
      this.#best = { trained, bestEpoch: result.bestEpoch, bestDevF1: result.dev.overall.f1 };
    }
    this.#loop.flush();
    if (this.#runs > 1) this.#keeper.emit('study', { kind: 'result', index, result, problem: failure?.message });
  }
}
