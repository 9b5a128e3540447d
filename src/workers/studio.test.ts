import { describe, expect, test } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import type { TrainEvent } from '../model/events.ts';
import { TrainerClient, type Port } from './client.ts';
import { createHandlers } from './handlers.ts';
import type { TrainerEvents } from './protocol.ts';
import { serve } from './serve.ts';

const SMALL: RunConfig = {
  ...DEFAULT_CONFIG,
  epochs: 12,
  batchSize: 4,
  wordDim: 8,
  charDim: 4,
  charFeatures: 6,
  hidden: 8,
  learningRate: 0.03,
  dropoutInput: 0.1,
  dropoutOutput: 0.1,
};

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

/** A trainer behind a port, as in a worker, with what it says unasked. */
function connect() {
  const [port1, port2] = portPair();
  const events: TrainEvent[] = [];
  const models: TrainerEvents['model'][] = [];
  let finish: (event: TrainEvent & { kind: 'done' }) => void;
  let fail: (error: unknown) => void;
  const done = new Promise<TrainEvent & { kind: 'done' }>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  done.catch(() => undefined);
  serve(port2, createHandlers);
  const client = new TrainerClient(port1, {
    train: (batch) => {
      events.push(...batch);
      for (const event of batch) if (event.kind === 'done') finish(event);
    },
    model: (model) => models.push(model),
    failed: (error) => fail(new Error(error.message)),
  });
  return { client, events, models, done };
}

/** As a `MessageChannel`, but for the cloning: Node's loses the names of files. */
function portPair(): [Port, Port] {
  const port = (other: () => Port): Port => ({
    onmessage: null,
    postMessage: (data) => void setImmediate(() => other().onmessage?.({ data } as MessageEvent)),
  });
  const ports: [Port, Port] = [port(() => ports[1]), port(() => ports[0])];
  return ports;
}

const file = (name: string, text: string) => new File([text], name);
const trainFile = () => file('town.train.conll', conll(SENTENCES));
const devFile = () => file('town.dev.conll', conll(SENTENCES.slice(0, 3)));

describe('the worker, behind its port', () => {
  test('reads files, trains, tags, scores, exports, and an import tags identically', async () => {
    const { client, events, models, done } = connect();
    const device = await client.request('open', { device: 'simd' });
    expect(device).toMatchObject({ device: 'simd', refused: [{ device: 'webgpu' }] });
    const workspace = await client.request('addFiles', { files: [trainFile(), devFile()] });
    expect(workspace.files.map(({ role }) => role)).toEqual(['train', 'dev']);
    expect(workspace.blockers).toEqual([]);
    const plan = await client.request('plan', { config: SMALL });
    expect(plan.tags).toContain('S-LOC');
    expect(plan.illegal).toHaveLength((plan.tags.length + 1) ** 2);

    await client.request('start', { config: SMALL, from: 'scratch' });
    const end = await done;
    expect(end).toMatchObject({ reason: 'finished' });
    expect(end.bestDevF1).toBeGreaterThan(0.9);
    expect(events.filter(({ kind }) => kind === 'epoch')).toHaveLength(SMALL.epochs);
    const losses = events.flatMap((event) => (event.kind === 'steps' ? [...event.losses] : []));
    expect(losses).toHaveLength(SMALL.epochs * plan.stepsPerEpoch);
    expect(models.at(-1)?.dev?.overall.f1).toBe(end.bestDevF1);

    const text = 'Mira Holt met the Harbour Board in Oslo.';
    const tagged = await client.request('tag', { text });
    const [sentence] = tagged.sentences;
    expect(sentence!.entities.map(({ start, end: to }) => text.slice(start, to))).toContain('Mira Holt');
    const dev = workspace.files[1]!;
    const report = await client.request('score', { id: dev.id });
    expect(report.scores.overall.f1).toBe(end.bestDevF1);
    const predictions = await client.request('predict', { id: dev.id });
    expect(new TextDecoder().decode(predictions.bytes)).toContain('Mira B-PER B-PER');

    const bundle = await client.request('exportModel', {});
    const fresh = connect();
    const imported = await fresh.client.request('addFiles', { files: [new File([bundle.bytes], bundle.name)] });
    expect(imported.model?.tags).toEqual(plan.tags);
    const again = await fresh.client.request('tag', { text });
    expect(again.sentences).toEqual(tagged.sentences);

    await fresh.client.request('addFiles', { files: [trainFile(), devFile()] });
    await fresh.client.request('start', { config: { ...SMALL, epochs: 2 }, from: 'model' });
    expect((await fresh.done).bestDevF1).toBeGreaterThanOrEqual(end.bestDevF1 * 0.9);
  });

  test('pauses, answers meanwhile, resumes and stops', async () => {
    const { client, events, done } = connect();
    await client.request('open', { device: 'simd' });
    await client.request('addFiles', { files: [trainFile()] });
    await client.request('start', { config: { ...SMALL, epochs: 1000 }, from: 'scratch' });
    await expect(client.request('start', { config: SMALL, from: 'scratch' })).rejects.toThrow(/run is under way/);
    await client.request('pause', {});
    await client.request('tag', { text: 'Mira left.' });
    const heard = events.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(events.length - heard).toBeLessThanOrEqual(2); // at most what was on its way
    await client.request('resume', {});
    await client.request('stop', {});
    expect(await done).toMatchObject({ reason: 'stopped' });
  });

  test('says what it cannot do', async () => {
    const { client } = connect();
    await client.request('open', { device: 'simd' });
    await expect(client.request('tag', { text: 'a' })).rejects.toMatchObject({ code: 'NotReady' });
    await expect(client.request('start', { config: SMALL, from: 'scratch' })).rejects.toMatchObject({
      code: 'NotReady',
    });
    const files = [file('empty.conll', ''), new File([Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9)], 'broken.zip')];
    const { rejected } = await client.request('addFiles', { files });
    expect(rejected.map(({ name }) => name)).toEqual(['empty.conll', 'broken.zip']);
    await client.request('addFiles', { files: [trainFile()] });
    const config = { ...SMALL, hidden: 0 };
    await expect(client.request('start', { config, from: 'scratch' })).rejects.toThrow(/hidden is 0/);
  });
});
