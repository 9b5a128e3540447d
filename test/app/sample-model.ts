import type { TestProject } from 'vitest/node';
import { DEFAULT_CONFIG } from '../../src/config/schema.ts';
import type { TrainEvent } from '../../src/model/events.ts';
import { createContext, handlers } from '../../src/workers/handlers.ts';
import { sampleFile, TINY } from './sample-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An exported model that knows the sentences of sample-files.ts, in base64. */
    sampleModel: string;
  }
}

/** Trains the sample model, once for all tests of a run. */
export async function setup(project: TestProject): Promise<void> {
  const { signal } = new AbortController();
  let ended: (how: 'done' | 'failed') => void = () => undefined;
  const end = new Promise<string>((resolve) => {
    ended = resolve;
  });
  const context = createContext((name, payload) => {
    if (name === 'failed') ended('failed');
    if (name === 'train' && (payload as TrainEvent).kind === 'done') ended('done');
  });
  await handlers.open(context, { device: 'simd', threads: 1 }, signal);
  await handlers.addFiles(context, { files: [sampleFile('a.train'), sampleFile('a.dev')] }, signal);
  await handlers.start(context, { config: { ...DEFAULT_CONFIG, ...TINY, epochs: 20 }, from: 'scratch' }, signal);
  if ((await end) === 'failed') throw new Error('The sample model could not be trained.');
  const { contents } = await handlers.exportModel(context, {}, signal);
  project.provide('sampleModel', Buffer.from(await contents.arrayBuffer()).toString('base64'));
}
