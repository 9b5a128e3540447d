import { expect, test, vi } from 'vitest';
import type { EpochReport } from '../../model/events.ts';
import { opened, SMALL, tagsOf, trainFile, type Connection } from '../../../test/helpers/connected-worker.ts';

const CONFIG = { ...SMALL, epochs: 200, patience: 0 };

const reportsOf = ({ events }: Connection) =>
  events.flatMap((event): EpochReport[] =>
    event.kind === 'epoch' ? [{ ...event.report, seconds: 0, tokensPerSecond: 0 }] : [],
  );

/** Losses of all steps, including those reported again on resuming. */
const lossesOf = ({ events }: Connection) =>
  events.flatMap((event) => (event.kind === 'start' || event.kind === 'steps' ? [...event.losses] : []));

test.each(['both', 'backward'] as const)(
  'a run of direction %s resumed in another worker ends like an uninterrupted one',
  async (direction) => {
    const config = { ...CONFIG, direction };
    const whole = await opened();
    await whole.client.request('start', { config, from: 'scratch' });
    await vi.waitFor(() => expect(reportsOf(whole).length).toBeGreaterThan(3));
    const { epoch, contents } = (await whole.client.request('checkpoint', {}))!;
    expect(epoch).toBeGreaterThan(2);
    const end = await whole.done;

    const other = await opened();
    expect(await other.client.request('startFromCheckpoint', { checkpoint: contents })).toEqual(config);
    expect(await other.done).toEqual(end);
    expect(reportsOf(other)).toEqual(reportsOf(whole));
    expect(lossesOf(other)).toEqual(lossesOf(whole));
    const firstSteps = other.events.flatMap((event) => (event.kind === 'steps' ? [event.epoch] : []));
    expect(firstSteps[0]).toBe(epoch + 1);
    expect(await tagsOf(other)).toEqual(await tagsOf(whole));
  },
);

test('a stopped run can be resumed, a finished one cannot', async () => {
  const studio = await opened();
  expect(await studio.client.request('checkpoint', {})).toBeUndefined();
  await studio.client.request('start', { config: CONFIG, from: 'scratch' });
  await vi.waitFor(() => expect(reportsOf(studio).length).toBeGreaterThan(1));
  await studio.client.request('stop', {});
  expect(await studio.done).toMatchObject({ reason: 'stopped' });
  const stopped = (await studio.client.request('checkpoint', {}))!;
  expect(stopped.epoch).toBe(reportsOf(studio).at(-1)!.epoch);

  const end = studio.ended();
  await studio.client.request('startFromCheckpoint', { checkpoint: stopped.contents });
  expect(await end).toMatchObject({ reason: 'finished' });
  expect(await studio.client.request('checkpoint', {})).toBeUndefined();
});

test('there is no checkpoint for several seeds, or for a model that is trained further', async () => {
  const studio = await opened();
  for (const how of [{ from: 'scratch', seeds: 2 }, { from: 'model' }] as const) {
    const [before, end] = [reportsOf(studio).length, studio.ended()];
    await studio.client.request('start', { config: CONFIG, ...how });
    await vi.waitFor(() => expect(reportsOf(studio).length).toBeGreaterThan(before + 1));
    expect(await studio.client.request('checkpoint', {})).toBeUndefined();
    await studio.client.request('stop', {});
    await end;
    expect(await studio.client.request('checkpoint', {})).toBeUndefined();
  }
});

test('resuming with other files fails and keeps the current model', async () => {
  const studio = await opened();
  await studio.client.request('start', { config: CONFIG, from: 'scratch' });
  await vi.waitFor(() => expect(reportsOf(studio).length).toBeGreaterThan(0));
  const { contents } = (await studio.client.request('checkpoint', {}))!;
  await studio.client.request('stop', {});
  const other = await opened([trainFile()]);
  await other.client.request('start', { config: { ...SMALL, epochs: 1 }, from: 'scratch' });
  await other.done;
  const before = await tagsOf(other);
  const continues = other.client.request('startFromCheckpoint', { checkpoint: contents });
  await expect(continues).rejects.toMatchObject({
    code: 'BadInput',
    message: expect.stringMatching(/these files/) as string,
  });
  expect(await tagsOf(other)).toEqual(before);
});
