import { memory } from '../../tensors/tensors.ts';
import { describe, expect, test } from 'vitest';
import type { RunConfig } from '../../config/schema.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { MODEL_FILE_WORDS } from '../../data/vectors/stored-vectors.ts';
import type { Workspace } from '../wire/payloads.ts';
import {
  connect,
  devFile,
  file,
  opened,
  SMALL,
  tagsOf,
  trainFile,
  type Connection,
} from '../../../test/helpers/connected-worker.ts';

const TEXT = 'Mira Holt met the Harbour Board in Oslo.';
const POS = 'Mira NNP\nleft VBD\n\nTom NNP\nsleeps VBZ\n\nOslo NNP\n';

/** A trainer with files and a trained model. */
async function trained(epochs = 3) {
  const studio = await opened();
  await run(studio, { epochs });
  return studio;
}

async function run({ client, ended }: Connection, changes: Partial<RunConfig>, from: 'scratch' | 'model' = 'scratch') {
  const end = ended();
  await client.request('start', { config: { ...SMALL, patience: 0, ...changes }, from });
  return end;
}

async function imported({ client }: Connection): Promise<{ connection: Connection; workspace: Workspace }> {
  const { name, contents } = await client.request('exportModel', {});
  const connection = connect();
  const workspace = await connection.client.request('addFiles', { files: [new File([contents], name)] });
  return { connection, workspace };
}

describe('vectors of words outside the vocabulary', () => {
  // The last word is not among those that a model file contains.
  const words = [...Array.from({ length: MODEL_FILE_WORDS }, (_, i) => `w${i}x`), 'ackermann'];
  const vectors = (seed: number) =>
    file(
      'some.vectors.txt',
      words
        .map((word, w) => [word, ...Array.from({ length: 8 }, (_, i) => (((w + seed) * (i + 7)) % 19) - 9)].join(' '))
        .join('\n'),
    );
  const tags = async ({ client }: Pick<Connection, 'client'>) => {
    const { sentences } = await client.request('tag', { text: 'Ackermann met Mira' });
    return sentences[0]!.tokens.map(({ probability }) => probability);
  };

  test('are those of the whole file if it is loaded with the model; not those of another file', async () => {
    const studio = connect();
    await studio.client.request('addFiles', { files: [trainFile(), devFile(), vectors(0)] });
    await run(studio, { epochs: 1 });
    const first = await tags(studio);
    const { name, contents } = await studio.client.request('exportModel', {});
    const withFiles = async (...more: File[]) => {
      const { client } = connect();
      await client.request('addFiles', { files: [new File([contents], name)] });
      const alone = await tags({ client });
      if (more.length > 0) await client.request('addFiles', { files: more });
      return { alone, tags: await tags({ client }) };
    };
    const { alone, tags: restored } = await withFiles(vectors(0));
    expect(alone).not.toEqual(first);
    expect(restored).toEqual(first);
    expect((await withFiles(vectors(1))).tags).toEqual(alone);
  });
});

describe('a run that cannot start', () => {
  test('keeps the current model', async () => {
    const studio = await trained();
    const before = await tagsOf(studio);
    const only = async (text: string) => {
      const { files } = await studio.client.request('addFiles', { files: [] });
      for (const { id } of files) await studio.client.request('removeFile', { id });
      await studio.client.request('addFiles', { files: [file('a.train.conll', text)] });
    };
    await only('Mira B-PER\n');
    const start = (from: 'scratch' | 'model') => studio.client.request('start', { config: SMALL, from });
    await expect(start('scratch')).rejects.toThrow(/fewer than two sentences/);
    await only('Mira NNP\n\nleft VBD\n');
    await expect(start('model')).rejects.toThrow(/tags without a scheme/);
    expect(await tagsOf(studio)).toEqual(before);
  });

  test('is refused while another one starts', async () => {
    const { client, ended } = await trained();
    const end = ended();
    const starts = [SMALL, SMALL].map((config) => client.request('start', { config, from: 'scratch' }));
    const [first, second] = await Promise.allSettled(starts);
    expect(first!.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'NotReady' } });
    expect(await end).toMatchObject({ reason: 'finished' });
  });
});

describe('the previous model', () => {
  test('can be restored after a removal, and swapped with the one that replaced it', async () => {
    const studio = await trained();
    const { client } = studio;
    const tensors = memory().numTensors;
    const first = await tagsOf(studio);
    expect((await client.request('removeModel', {})).model).toBeUndefined();
    await expect(client.request('tag', { text: TEXT })).rejects.toMatchObject({ code: 'NotReady' });
    expect((await client.request('restoreModel', {})).model).toMatchObject({ name: 'town-model' });
    expect(await tagsOf(studio)).toEqual(first);

    await run(studio, { epochs: 1, seed: 9 });
    const second = await tagsOf(studio);
    expect(second).not.toEqual(first);
    await client.request('restoreModel', {});
    expect(await tagsOf(studio)).toEqual(first);
    await client.request('restoreModel', {});
    expect(await tagsOf(studio)).toEqual(second);
    expect(memory().numTensors).toBe(tensors);
  });

  test('is the one in use before if two models are added together, of which the last is read', async () => {
    const studio = await trained(1);
    const { contents } = await studio.client.request('exportModel', {});
    const zip = (name: string) => new File([contents], `${name}.zip`);
    const after = await studio.client.request('addFiles', { files: [zip('one'), zip('two')] });
    expect([after.model?.name, after.previous?.name]).toEqual(['two', 'town-model']);
    expect((await studio.client.request('restoreModel', {})).model?.name).toBe('town-model');
    const forgotten = await studio.client.request('discardModel', {});
    expect(forgotten.previous).toBeUndefined();
    await expect(studio.client.request('restoreModel', {})).rejects.toMatchObject({ code: 'NotReady' });
  });

  test('has its transitions after an import; a softmax decoder has none', async () => {
    const studio = await trained();
    const { model } = await studio.client.request('addFiles', { files: [] });
    const { transitions, start, end } = model!.transitions!;
    const K = model!.tags.length;
    expect([transitions.length, start.length, end.length]).toEqual([K * K, K, K]);
    expect(transitions.some((score) => score !== 0)).toBe(true);
    expect((await imported(studio)).workspace.model?.transitions).toEqual(model!.transitions);
    await run(studio, { epochs: 1, decoder: 'softmax' });
    expect((await studio.client.request('addFiles', { files: [] })).model?.transitions).toBeUndefined();
  });
});

describe('during a run', () => {
  test('added files have no role', async () => {
    const { client, ended } = await trained(1);
    const end = ended();
    await client.request('start', { config: { ...SMALL, patience: 0, epochs: 1000 }, from: 'scratch' });
    const { files } = await client.request('addFiles', { files: [file('new.dev.conll', POS), file('x.conll', POS)] });
    expect(files.map(({ role }) => role)).toEqual(['train', 'dev', 'unused', 'unused']);
    await client.request('stop', {});
    await end;
  });

  test('files added during preparation have no role either; afterwards they do', async () => {
    const { client, ended } = await trained(1);
    const end = ended();
    const begun = client.request('start', { config: { ...SMALL, patience: 0, epochs: 1000 }, from: 'scratch' });
    const { files } = await client.request('addFiles', { files: [devFile()] });
    expect(files.map(({ role }) => role)).toEqual(['train', 'dev', 'unused']);
    await begun;
    await client.request('stop', {});
    await end;
    const later = await client.request('addFiles', { files: [devFile()] });
    expect(later.files.at(-1)!.role).toBe('dev');
  });

  test('scores, predictions and exports use the best epoch so far', async () => {
    const studio = await trained();
    const { client, events, ended, workspace } = studio;
    const dev = workspace.files[1]!.id;
    const end = ended();
    const before = events.length;
    await client.request('start', { config: { ...SMALL, patience: 0, epochs: 1000 }, from: 'scratch' });
    const [report, predicted, exported] = await Promise.all([
      client.request('score', { id: dev }),
      client.request('predict', { id: dev }),
      client.request('exportModel', {}),
    ]);
    expect(report.scores.sentences).toBe(3);
    expect(await predicted.contents.text()).toMatch(/^#predicted.*\nMira B-PER [BIO]/);
    expect(exported.contents.size).toBeGreaterThan(1000);
    const isScored = () => events.slice(before).some(({ kind }) => kind === 'epoch');
    await expect.poll(isScored).toBe(true);
    await client.request('pause', {});
    const { workspace: again } = await imported(studio);
    // The event of the last epoch may be on its way.
    const f1s = () => events.flatMap((event) => (event.kind === 'epoch' ? [event.report.dev.overall.f1] : []));
    await expect.poll(f1s).toContain(again.model!.dev!.overall.f1);
    await client.request('stop', {});
    expect(await end).toMatchObject({ reason: 'stopped' });
  });

  test('a text that is being tagged is finished when a run starts or a model is added', async () => {
    const studio = await trained();
    const text = 'Mira left Oslo.\n\n'.repeat(300);
    const { contents } = await studio.client.request('exportModel', {});
    const long = studio.client.request('tag', { text });
    const end = run(studio, { epochs: 2 });
    const longer = studio.client.request('tag', { text });
    await end;
    const added = studio.client.request('addFiles', { files: [new File([contents], 'model.zip')] });
    for (const { sentences } of await Promise.all([long, longer])) expect(sentences).toHaveLength(300);
    expect((await added).rejected).toEqual([]);
  });
});

describe('a model trained further', () => {
  test('uses new settings, but keeps its architecture', async () => {
    const studio = await trained();
    await run(studio, { epochs: 1, hidden: 99, constraints: false, seed: 5 }, 'model');
    const { connection, workspace } = await imported(studio);
    expect(workspace.model!.config).toMatchObject({ hidden: SMALL.hidden, constraints: false, seed: 5 });
    expect(await tagsOf(connection)).toEqual(await tagsOf(studio));
  });

  test('has no earlier scores if it is stopped in its first epoch', async () => {
    const studio = await trained();
    const end = studio.ended();
    await studio.client.request('start', { config: { ...SMALL, epochs: 9 }, from: 'model' });
    await studio.client.request('stop', {});
    expect(await end).toMatchObject({ reason: 'stopped', bestEpoch: 0 });
    expect(studio.models.at(-1)!.dev).toBeUndefined();
  });

  test('requires the same kind of tags', async () => {
    const studio = await trained();
    for (const { id } of studio.workspace.files) await studio.client.request('removeFile', { id });
    const { files, blockers } = await studio.client.request('addFiles', { files: [file('pos.train.conll', POS)] });
    expect(blockers).toEqual([]);
    const start = studio.client.request('start', { config: SMALL, from: 'model' });
    await expect(start).rejects.toThrow(/has tags without a scheme, but the model town-model has entities in BIO/);
    const score = studio.client.request('score', { id: files[0]!.id });
    await expect(score).rejects.toMatchObject({ code: 'BadCorpus' });
    const predicted = await studio.client.request('predict', { id: files[0]!.id });
    expect(await predicted.contents.text()).toMatch(/^#predicted.*\nMira NNP [BO]/);
  });
});

test('parts of speech are trained without a scheme and scored by token', async () => {
  const studio = connect();
  const dev = file('pos.dev.conll', `${POS}\nMira NNP\nruns VBP\n`); // no training sentence has VBP
  const { files } = await studio.client.request('addFiles', { files: [file('pos.train.conll', POS), dev] });
  expect(await run(studio, { epochs: 40, dropoutInput: 0, dropoutOutput: 0 })).toMatchObject({ reason: 'finished' });
  const { scores } = await studio.client.request('score', { id: files[0]!.id });
  expect(scores.tokenAccuracy).toBe(1);
  expect(scores.overall.f1).toBe(1);
  expect(Object.keys(studio.models.at(-1)!.dev!.byType)).toContain('VBP');
});

test('sentences without tags are tagged, but not trained on or scored', async () => {
  const line = (tokens: string[], tags?: string[]) => JSON.stringify({ tokens, ...(tags && { tags }) });
  const lines = [line(['Mira', 'left'], ['B-PER', 'O']), line(['Oslo']), line([]), line(['Tom'], ['B-PER'])].join('\n');
  const studio = connect();
  const { files } = await studio.client.request('addFiles', {
    files: [file('a.train.jsonl', lines), file('a.dev.jsonl', lines)],
  });
  const plan = await studio.client.request('plan', { config: SMALL });
  expect(plan).toMatchObject({ sentences: 2, tokens: 3 });
  await run(studio, { epochs: 1 });
  const { scores, sentences } = await studio.client.request('score', { id: files[1]!.id });
  expect({ sentences, scored: scores.sentences, tokens: scores.tokens }).toEqual({
    sentences: 4,
    scored: 3,
    tokens: 3,
  });
  const predicted = await studio.client.request('predict', { id: files[1]!.id });
  expect((await predicted.contents.text()).match(/predicted_tags/g)).toHaveLength(4);
});

test('a dev file with another kind of tags is a blocker', async () => {
  const { client } = connect();
  const { blockers } = await client.request('addFiles', { files: [trainFile(), file('pos.dev.conll', POS)] });
  expect(blockers).toEqual([
    expect.stringMatching(/pos\.dev\.conll has tags without a scheme, but town\.train\.conll/),
  ]);
});

test('the model stays on its device if another one cannot be opened', async () => {
  const studio = await trained();
  const before = await tagsOf(studio);
  await expect(studio.client.request('open', { device: 'webgpu' })).rejects.toMatchObject({ code: 'NoDevice' });
  expect(await tagsOf(studio)).toEqual(before);
  await studio.client.request('open', { device: 'simd', threads: 1 });
  expect(await tagsOf(studio)).toEqual(before);
});

test('a text that is being tagged is finished when the device is reopened and the model removed', async () => {
  const { client } = await trained(1);
  const [, tagged] = await Promise.all([
    client.request('open', { device: 'simd', threads: 1 }),
    client.request('tag', { text: TEXT }),
    client.request('removeModel', {}),
  ]);
  expect(tagged.sentences).toHaveLength(1);
});

test('replaced models leave the device', async () => {
  const studio = await trained(1);
  const tensors = memory().numTensors;
  await run(studio, { epochs: 1 });
  await run(studio, { epochs: 1 }, 'model');
  const { contents } = await studio.client.request('exportModel', {});
  const { rejected } = await studio.client.request('addFiles', { files: [new File([contents], 'model.zip')] });
  expect(rejected).toEqual([]);
  await studio.client.request('open', { device: 'simd', threads: 1 });
  expect(memory().numTensors).toBe(tensors);
});

test('a small export has the F1 of its rounded weights on dev', async () => {
  const { client } = await trained();
  const { sizes } = await client.request('exportSizes', {});
  const { contents } = await client.request('exportModel', { size: 'small' });
  const { provenance } = readBundle(new Uint8Array(await contents.arrayBuffer()));
  expect(provenance.dev?.overall.f1).toBe(sizes.find(({ size }) => size === 'small')?.measured?.f1);
});
