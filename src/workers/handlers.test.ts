import { describe, expect, test } from 'vitest';
import { connect, devFile, SMALL, trainFile } from '../../test/helpers/connected-worker.ts';

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
    expect(plan.illegal.transitions).toHaveLength(plan.tags.length ** 2);

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
    expect(await predictions.contents.text()).toContain('Mira B-PER B-PER');

    const bundle = await client.request('exportModel', {});
    const fresh = connect();
    const imported = await fresh.client.request('addFiles', { files: [new File([bundle.contents], bundle.name)] });
    expect(imported.model?.tags).toEqual(plan.tags);
    const again = await fresh.client.request('tag', { text });
    expect(again.sentences).toEqual(tagged.sentences);

    await fresh.client.request('addFiles', { files: [trainFile(), devFile()] });
    await fresh.client.request('start', { config: { ...SMALL, epochs: 2 }, from: 'model' });
    expect((await fresh.done).bestDevF1).toBeGreaterThanOrEqual(end.bestDevF1 * 0.9);
  });
});
