/** Test helpers: a trainer behind a port, and small files. */
import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import type { TrainEvent } from '../../src/model/events.ts';
import { Client, serve } from '../../src/lib/rpc.ts';
import { createContext, handlers } from '../../src/workers/handlers.ts';
import type { FollowedSentence, ModelInfo } from '../../src/workers/wire/payloads.ts';
import type { StudyUpdate } from '../../src/workers/wire/study.ts';
import type { TrainerClient, TrainerEvents } from '../../src/workers/wire/protocol.ts';
import type { SearchUpdate } from '../../src/workers/wire/search.ts';
import { portPair } from './port-pair.ts';

type Done = TrainEvent & { kind: 'done' };

export const SMALL: RunConfig = {
  ...DEFAULT_CONFIG,
  epochs: 12,
  batchSize: 4,
  wordDim: 8,
  charDim: 4,
  charFeatures: 6,
  hidden: 8,
  learningRate: 0.03,
  schedule: 'inverse',
  dropoutInput: 0.1,
  dropoutOutput: 0.1,
};

/** A model without a network: a GPU in software compiles its few programs in a third of the time. */
export const FEATURE_CRF: RunConfig = { ...SMALL, emissions: 'features', charEncoder: 'none' };

const SENTENCES = [
  'Mira|B-PER Holt|I-PER sailed to|O Brenna|B-LOC',
  'Brenna|B-LOC lies on the coast',
  'Last week Tom|B-PER Arden|I-PER left Oslo|B-LOC',
  'Mira|B-PER met Tom|B-PER in Oslo|B-LOC',
  'The Harbour|B-ORG Board|I-ORG met in Brenna|B-LOC',
  'Tom|B-PER Arden|I-PER runs the Harbour|B-ORG Board|I-ORG',
];

function conll(sentences: readonly string[]): string {
  const line = (word: string) => word.replace('|', ' ') + (word.includes('|') ? '' : ' O');
  return sentences.map((sentence) => `${sentence.split(' ').map(line).join('\n')}\n`).join('\n');
}

/** Connects a client to a trainer, as in a worker, and records its events. */
export function connect() {
  const [port1, port2] = portPair();
  const events: TrainEvent[] = [];
  const models: ModelInfo[] = [];
  const failures: TrainerEvents['deviceLost'][] = [];
  const chosen: TrainerEvents['deviceChosen'][] = [];
  const updates: StudyUpdate[] = [];
  const searched: SearchUpdate[] = [];
  const followed: FollowedSentence[] = [];
  let runs: { resolve: (event: Done) => void; reject: (error: unknown) => void }[] = [];
  /** The end of the current run, or else of the next one. */
  const ended = () => new Promise<Done>((resolve, reject) => runs.push({ resolve, reject }));
  const settle = (how: (run: (typeof runs)[number]) => void) => {
    const waiting = runs;
    runs = [];
    waiting.forEach(how);
  };
  let resolveAblated: (reason: 'finished' | 'stopped') => void = () => undefined;
  /** The end of the first ablation. */
  const ablated = new Promise<'finished' | 'stopped'>((resolve) => {
    resolveAblated = resolve;
  });
  const done = ended();
  done.catch(() => undefined);
  serve(port2, handlers, createContext);
  const client: TrainerClient = new Client(
    port1,
    {
      train: (event) => {
        events.push(event);
        if (event.kind === 'done') settle(({ resolve }) => resolve(event));
      },
      study: (update) => {
        updates.push(update);
        if (update.kind === 'end') resolveAblated(update.reason);
      },
      search: (update) => searched.push(update),
      model: ({ model }) => models.push(model!),
      failed: (error) => settle(({ reject }) => reject(new Error(error.message))),
      followed: (sentence) => followed.push(sentence),
      deviceLost: (failure) => failures.push(failure),
      deviceChosen: (event) => chosen.push(event),
    },
    Error,
  );
  return { client, events, models, failures, chosen, updates, searched, followed, done, ended, ablated };
}

/** A trainer on simd with one thread, with files. */
export async function opened(files: File[] = [trainFile(), devFile()]) {
  const connection = connect();
  await connection.client.request('open', { device: 'simd', threads: 1 });
  const workspace = await connection.client.request('addFiles', { files });
  return { ...connection, workspace };
}

export type Connection = ReturnType<typeof connect>;

const TEXT = 'Mira Holt met the Harbour Board in Oslo.';

/** Tags of a sentence, with their probabilities. */
export async function tagsOf({ client }: Pick<Connection, 'client'>) {
  const { sentences } = await client.request('tag', { text: TEXT });
  return sentences.flatMap(({ tokens }) => tokens.map(({ tag, probability }) => [tag, probability]));
}

export const file = (name: string, text: string) => new File([text], name);
export const trainFile = () => file('town.train.conll', conll(SENTENCES));
export const devFile = () => file('town.dev.conll', conll(SENTENCES.slice(0, 3)));
