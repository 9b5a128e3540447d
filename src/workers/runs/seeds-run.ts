import type { TrainEvent } from '../../model/events.ts';
import type { Checkpoint } from '../../model/trainer.ts';
import { downloadWeights, uploadWeights, type HostWeights } from '../../model/weights.ts';
import type { Sentence } from '../../data/corpus.ts';
import { calibrate } from '../../tagging/scores/calibrate.ts';
import type { SavedRun } from '../../runs/saved-run.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { ModelSlot } from '../models/model-slot.ts';
import { TrainedModel, type TrainedParts } from '../models/trained-model.ts';
import type { Emit } from '../wire/protocol.ts';
import { followSentence } from './follow-sentence.ts';
import type { RunControl } from './run-control.ts';

type Begin = StudyEvent & { kind: 'begin' };
type End = StudyEvent & { kind: 'end' };
type Done = TrainEvent & { kind: 'done' };

/** The dependencies of a run with one or several seeds. */
export interface SeedsRunContext {
  emit: Emit;
  models: ModelSlot;
  /** Shared by its models. */
  parts: Pick<TrainedParts, 'name' | 'provenance' | 'stored'>;
  /** The dev sentences, on which the confidence of the model is calibrated. */
  dev: readonly Sentence[];
  /** Number of seeds. */
  seeds: number;
  /** Whether the run can be resumed after a stop. */
  isResumable: boolean;
  /** Returns the text whose first sentence is followed. */
  followed: () => string;
}

/**
 * Runs one training, or several that differ in their seed. The model in training is the current one; at the end, the best one is. The page
 * gets a single `done` event.
 */
export class SeedsRun {
  readonly #control: RunControl;
  readonly #context: SeedsRunContext;
  #current: TrainedModel | undefined;
  /** The best weights of each finished run. */
  readonly #kept = new Map<TrainedModel, HostWeights>();
  #best: { trained: TrainedModel; bestEpoch: number; bestDevF1: number } | undefined;
  #done: Done | undefined;
  #failure: Error | undefined;

  constructor(control: RunControl, context: SeedsRunContext) {
    this.#control = control;
    this.#context = context;
  }

  /** Makes the model of a new seed the current one. */
  async begin({ index, run, model }: Begin): Promise<void> {
    const { emit, models, parts, seeds } = this.#context;
    const host = await downloadWeights(model.weights);
    const trained = new TrainedModel({ ...parts, model, host, id: this.#current?.id });
    trained.beginTraining();
    this.#current = trained;
    if (index === 0) models.place(trained);
    else models.exchange(trained); // the previous model remains the one before the first seed
    models.notify();
    if (seeds === 1) return;
    const { seed, epochs } = run.config;
    emit('study', { kind: 'begin', index, label: run.label, seed, epochs });
  }

  /** Sets the checkpoint from which the run resumes, so that its best epoch is known before the first event. */
  resumeFrom(saved: SavedRun): void {
    this.#control.saved = saved;
    this.#current?.improve(saved.checkpoint.best);
  }

  /**
   * Processes the study after its first `begin` event, and sends the end. Throws if the study does, or if all its runs failed. In that case
   * no `done` event is sent, and the best model so far is the current one.
   */
  async drive(events: AsyncIterable<StudyEvent>): Promise<void> {
    const { emit } = this.#context;
    try {
      for await (const event of this.#control.paced(events)) {
        if (event.kind === 'begin') await this.begin(event);
        else if (event.kind === 'end') this.#end(event);
        else if (event.kind === 'checkpoint') {
          const { saved } = event;
          if (this.#context.isResumable) this.#control.saved = saved;
          this.#current?.improve(saved.checkpoint.best);
          await this.#follow(saved.checkpoint);
        } else if (event.event.kind === 'done') this.#done = event.event;
        else emit('train', event.event);
      }
      if (this.#done === undefined && this.#failure !== undefined) throw this.#failure;
    } finally {
      this.#current?.abandonTraining();
      this.#placeBest();
    }
    if (this.#done === undefined) return;
    await this.#calibrate();
    const { bestEpoch, bestDevF1 } = this.#best ?? this.#done;
    emit('train', { ...this.#done, bestEpoch, bestDevF1 });
  }

  async #calibrate(): Promise<void> {
    const { dev, models, parts } = this.#context;
    const model = this.#current?.model;
    if (model === undefined || dev.length === 0) return;
    const { calibration } = await models.onDevice(() => calibrate(model, dev, parts.stored));
    if (calibration === undefined) return;
    model.confidence = { ...model.confidence, calibration };
    models.notify();
  }

  /** Reports the followed sentence. Training waits for this, a few milliseconds. */
  async #follow(checkpoint: Checkpoint): Promise<void> {
    const { emit, followed, parts } = this.#context;
    if (this.#current === undefined) return;
    const sentence = await followSentence(this.#current.model, checkpoint, followed(), parts.stored);
    if (sentence !== undefined) emit('followed', sentence);
  }

  /** With several seeds, makes the best model the current one. It keeps the weights of the others, as teachers of a student. */
  #placeBest(): void {
    const best = this.#best?.trained;
    if (best !== undefined && (best !== this.#current || this.#kept.size > 1)) {
      const { id, name, model, host, provenance, stored } = best;
      const siblings = [...this.#kept].filter(([trained]) => trained !== best).map(([, weights]) => weights);
      const weights = uploadWeights(host);
      this.#current = new TrainedModel({ id, name, model: { ...model, weights }, host, provenance, stored, siblings });
      this.#context.models.exchange(this.#current);
    }
    this.#context.models.notify();
  }

  #end({ index, result, best, weights, isBest, failure }: End): void {
    const trained = this.#current;
    if (trained === undefined) return;
    this.#failure = failure ?? this.#failure;
    if (weights !== undefined) trained.endTraining(weights, best); // else it keeps the initial ones
    if (best !== undefined && result?.reason !== 'failed') this.#kept.set(trained, best.weights);
    if (isBest && result !== undefined) {
      this.#best = { trained, bestEpoch: result.bestEpoch, bestDevF1: result.dev.overall.f1 };
    }
    const { emit, seeds } = this.#context;
    if (seeds > 1) emit('study', { kind: 'result', index, result, problem: failure?.message });
  }
}
