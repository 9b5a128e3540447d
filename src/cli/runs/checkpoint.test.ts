import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../../config/schema.ts';
import { isFinished } from './checkpoint.ts';
import { METRICS_FILE, MODEL_FILE } from '../inputs/inputs.ts';

let out = '';
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'tagsmith-checkpoint-'));
  await writeFile(join(out, MODEL_FILE), '');
});
afterAll(() => rm(out, { recursive: true }));

const SENTENCES: RunConfig = { ...DEFAULT_CONFIG, hidden: 9 };
const DOCUMENTS: RunConfig = { ...SENTENCES, context: 'document' };

test('a run resumes with the context that it started with, unless the command line names another', async () => {
  const began = (config: RunConfig) => writeFile(join(out, METRICS_FILE), JSON.stringify({ config, epochs: [{}] }));
  for (const before of [SENTENCES, DOCUMENTS]) {
    await began(before);
    expect(await isFinished({ out, config: SENTENCES, configForDocuments: DOCUMENTS })).toBe(true);
  }
  const { attention: _, ...older } = SENTENCES; // of a version that did not have this setting
  await writeFile(join(out, METRICS_FILE), JSON.stringify({ config: older, epochs: [{}] }));
  expect(await isFinished({ out, config: SENTENCES })).toBe(true);
  await began(DOCUMENTS);
  await expect(isFinished({ out, config: SENTENCES })).rejects.toThrow('context=document, not sentence');
  await began({ ...DOCUMENTS, hidden: 8 });
  const both = { out, config: SENTENCES, configForDocuments: DOCUMENTS };
  await expect(isFinished(both)).rejects.toThrow('other settings: hidden=8, not 9.');
});
