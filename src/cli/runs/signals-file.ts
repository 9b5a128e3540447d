import type { RunConfig } from '../../config/schema.ts';
import { signalsTable, type TrainingSignals } from '../../eval/signals.ts';
import { csvOf } from '../../lib/table-csv.ts';
import { train } from '../../model/trainer.ts';
import { writeAtomically } from '../files.ts';
import { count } from '../format.ts';
import type { StudyListener } from './run-study.ts';

/** The trainer, which reports its signals. */
export const observedTrain: typeof train = (model, data, signal, resume) =>
  train(model, data, signal, resume, { isOpen: true });

/** The signals of a run as a CSV file. */
export class SignalsFile {
  readonly #path: string;
  readonly #clipNorm: number;
  readonly #signals: TrainingSignals[] = [];
  #stepsPerEpoch = 1;

  constructor(path: string, { clipNorm }: Pick<RunConfig, 'clipNorm'>) {
    this.#path = path;
    this.#clipNorm = clipNorm;
  }

  readonly listener: Pick<StudyListener, 'signals'> = {
    signals: (signals, { facts }) => {
      this.#signals.push(signals);
      this.#stepsPerEpoch = facts?.stepsPerEpoch ?? 1;
    },
  };

  /** @returns a line that says what was written */
  async write(): Promise<string> {
    const sizes = { stepsPerEpoch: this.#stepsPerEpoch, clipNorm: this.#clipNorm };
    await writeAtomically(this.#path, csvOf(signalsTable(this.#signals, sizes)));
    return `Wrote the signals of ${count(this.#signals.length)} steps to ${this.#path}.`;
  }
}
