import type { RunConfig } from '../../src/config/schema.ts';
import type { RunResult } from '../../src/eval/runs.ts';
import type { EpochReport, TrainEvent } from '../../src/model/events.ts';
import { EarlyStopping } from '../../src/model/schedule.ts';
import type { Checkpoint } from '../../src/model/trainer.ts';
import type { RunPlan } from '../../src/runs/plan.ts';
import { epochReport, lossAt, runResult, scoresAt, transitionsAt } from './samples.ts';

type Done = TrainEvent & { kind: 'done' };

/** Weights for checkpoints: fake models have none, but a saved run needs some. */
const NO_WEIGHTS = { none: { shape: [1], values: new Float32Array(1) } };

/** A training run of the fake trainer: it yields the events of `train` in src/model/trainer.ts without training anything. */
export class FakeRun {
  readonly label: string;
  readonly config: RunConfig;
  readonly #plan: RunPlan;
  readonly #types: readonly string[];
  readonly #early: EarlyStopping;
  #reports: EpochReport[];
  #losses: Float32Array;

  /** @param resume the checkpoint to resume from */
  constructor(label: string, config: RunConfig, plan: RunPlan, resume?: Checkpoint) {
    this.label = label;
    this.config = config;
    this.#plan = plan;
    this.#types = [...new Set(plan.tags.filter((tag) => tag !== 'O').map((tag) => tag.slice(2)))];
    this.#early = new EarlyStopping(config.patience, resume?.best);
    this.#reports = [...(resume?.reports ?? [])];
    this.#losses = resume?.losses ?? new Float32Array(0);
  }

  /** The number of scored epochs. */
  get epochs(): number {
    return this.#reports.length;
  }

  get isOver(): boolean {
    return this.epochs >= this.config.epochs || this.#early.isOver(this.epochs);
  }

  /** The report of the best epoch; undefined before the first. */
  get best(): EpochReport | undefined {
    return this.#reports.find(({ epoch }) => epoch === this.#early.bestEpoch);
  }

  /** The start event, and if the run is resumed the earlier epochs. */
  start(): TrainEvent[] {
    const { parameters, stepsPerEpoch, tokens: tokensPerEpoch, tags, illegal } = this.#plan;
    const start = { kind: 'start' as const, parameters, stepsPerEpoch, tokensPerEpoch, tags, illegal };
    return [{ ...start, losses: this.#losses }, ...this.#reports.map((report) => ({ kind: 'epoch' as const, report }))];
  }

  /** The event of the next steps of this epoch. @param count default: all that remain */
  steps(count = this.#stepsLeft): TrainEvent {
    const { stepsPerEpoch, tokens } = this.#plan;
    if (count > this.#stepsLeft) throw new Error(`The epoch has only ${this.#stepsLeft} more steps.`);
    const done = this.#losses.length;
    const losses = Float32Array.from({ length: count }, (_, i) => lossAt(done + i, stepsPerEpoch));
    this.#losses = Float32Array.from([...this.#losses, ...losses]);
    const tokensAfter = (step: number) => Math.floor((tokens * step) / stepsPerEpoch);
    return {
      kind: 'steps',
      epoch: this.epochs + 1,
      firstStep: done + 1,
      losses,
      tokens: tokensAfter(this.#losses.length) - tokensAfter(done),
      tokensPerSecond: 12_480,
      transitions: transitionsAt(this.#progress, this.#plan.tags),
    };
  }

  /** The events of the remaining steps of this epoch and its scores. */
  finishEpoch(): TrainEvent[] {
    if (this.epochs >= this.config.epochs) throw new Error(`The run has only ${this.epochs} epochs.`);
    const rest = this.#stepsLeft > 0 ? [this.steps()] : [];
    const epoch = this.epochs + 1;
    this.#early.improves(epoch, scoresAt(epoch, this.#types).overall.f1);
    const report = {
      ...epochReport(epoch, this.config.epochs, this.#types),
      bestEpoch: this.#early.bestEpoch,
      transitions: transitionsAt(this.#progress, this.#plan.tags),
    };
    this.#reports.push(report);
    return [...rest, { kind: 'scoring', epoch }, { kind: 'epoch', report }];
  }

  done(reason: Done['reason']): Done {
    return { kind: 'done', reason, bestEpoch: this.#early.bestEpoch, bestDevF1: this.#early.bestF1 };
  }

  /** Undefined if no epoch was scored. */
  result(reason: RunResult['reason'], hasTest: boolean, changes: Partial<RunResult>): RunResult | undefined {
    const { best } = this;
    if (best === undefined) return undefined;
    const isWhole = reason === 'finished' || reason === 'patience';
    return runResult(this.label, this.config.seed, best.epoch, {
      reason,
      epochs: this.epochs,
      curve: this.#reports.map(({ dev }) => dev.overall.f1),
      dev: best.dev,
      test: hasTest && isWhole ? best.dev : undefined,
      ...changes,
    });
  }

  /** The state after the last epoch; undefined before the first. */
  checkpoint(): Checkpoint | undefined {
    const { best, epochs } = this;
    if (best === undefined) return undefined;
    const step = epochs * this.#plan.stepsPerEpoch;
    return {
      epoch: epochs,
      step,
      weights: NO_WEIGHTS,
      optimizer: { updates: step, slots: NO_WEIGHTS },
      average: undefined,
      best: { epoch: best.epoch, scores: best.dev, weights: NO_WEIGHTS },
      reports: this.#reports,
      losses: this.#losses.slice(0, step),
    };
  }

  get #stepsLeft(): number {
    return (this.epochs + 1) * this.#plan.stepsPerEpoch - this.#losses.length;
  }

  get #progress(): number {
    return this.#losses.length / this.#plan.stepsPerEpoch / this.config.epochs;
  }
}
