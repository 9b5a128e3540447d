import { expect, vi } from 'vitest';
import type { RunConfig } from '../../src/config/schema.ts';
import type { ErrorCode } from '../../src/lib/errors.ts';
import { createContext, handlers } from '../../src/workers/handlers.ts';
import { devFile, SMALL, trainFile } from '../helpers/connected-worker.ts';
import { Client, serve, type Port } from '../../src/lib/rpc.ts';
import type { FileId, Workspace } from '../../src/workers/wire/payloads.ts';
import type { EventName, TrainerClient, TrainerEvents } from '../../src/workers/wire/protocol.ts';
import { portPair } from '../helpers/port-pair.ts';

/** An event, as the page receives it. */
export type Sent = { [Name in EventName]: { name: Name; payload: TrainerEvents[Name] } }[EventName];

/** Few sentences and few epochs, without early stopping. */
export const CONFIG: RunConfig = { ...SMALL, epochs: 3, patience: 0 };

export const ENDLESS: RunConfig = { ...CONFIG, epochs: 1000 };

/** Its loss becomes infinite. */
export const DIVERGING: RunConfig = { ...CONFIG, epochs: 50, optimizer: 'sgd', learningRate: 10, l2: 1, clipNorm: 0 };

/** Time limit of waiting: generous, for a busy machine. */
export const WAITING = { timeout: 30_000, interval: 5 };

/** A trainer as the page uses it, on simd with one thread. */
export class Trainer {
  readonly client: TrainerClient;
  /** All events since `forget`. */
  sent: Sent[] = [];

  private constructor(port: Port) {
    const listener =
      <Name extends EventName>(name: Name) =>
      (payload: TrainerEvents[Name]) =>
        void this.sent.push({ name, payload } as Sent);
    this.client = new Client(
      port,
      {
        progress: listener('progress'),
        train: listener('train'),
        study: listener('study'),
        model: listener('model'),
        failed: listener('failed'),
        vectorsLost: listener('vectorsLost'),
        deviceChosen: listener('deviceChosen'),
        deviceLost: listener('deviceLost'),
      },
      Error,
    );
  }

  static async connect(): Promise<Trainer> {
    const [page, worker] = portPair();
    serve(worker, handlers, createContext);
    const trainer = new Trainer(page);
    await trainer.client.request('open', { device: 'simd', threads: 1 });
    return trainer;
  }

  forget(): void {
    this.sent = [];
  }

  async addCorpora(): Promise<void> {
    await this.client.request('addFiles', { files: [trainFile(), devFile()] });
    this.forget();
  }

  /** Adds corpora and trains a model. @returns the id of the dev file */
  async trainModel(): Promise<FileId> {
    await this.addCorpora();
    await this.start(CONFIG);
    await this.ended();
    return (await this.workspace()).files[1]!.id;
  }

  /** The workspace, from a request that changes nothing. */
  workspace(): Promise<Workspace> {
    return this.client.request('restoreFiles', { ids: [] });
  }

  start(config: RunConfig, from: 'scratch' | 'model' = 'scratch', seeds = 1): Promise<void> {
    this.forget();
    return this.client.request('start', { config, from, seeds });
  }

  ablate(config: RunConfig, rows: string[], seeds = 1): Promise<void> {
    this.forget();
    return this.client.request('ablate', { config, rows, seeds });
  }

  /** Waits until the run, or all runs together, have scored so many epochs. */
  async scored(epochs: number): Promise<void> {
    const isEpoch = ({ name, payload }: Sent) => name === 'train' && payload.kind === 'epoch';
    await vi.waitUntil(() => this.sent.filter(isEpoch).length >= epochs, WAITING);
  }

  /** Waits until training ends. @returns all events since its start */
  async ended(): Promise<Sent[]> {
    await vi.waitUntil(() => this.sent.some(isEnd), WAITING);
    await this.client.request('pause', {}); // answered after pending events
    return this.sent;
  }

  /** Stops training. @returns all events since its start */
  async stopped(): Promise<Sent[]> {
    await this.client.request('stop', {});
    return this.ended();
  }
}

/** Matches the error of a refused request by its code and part of its message. */
export function refusal(code: ErrorCode, part: string) {
  return { code, message: expect.stringContaining(part) as string };
}

/** The id of a file that does not exist. */
export const NO_FILE: FileId = 999;
export const UNKNOWN_FILE = refusal('BadInput', String(NO_FILE));

/** A file of running text. */
export const TEXT = 'Mira Holt left Oslo on Sunday, as she had said.\nThen she met Tom Arden at the harbour.\n';

function isEnd({ name, payload }: Sent): boolean {
  if (name === 'failed') return true;
  return name === 'train' ? payload.kind === 'done' : name === 'study' && payload.kind === 'end';
}
