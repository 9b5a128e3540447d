import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectByName } from '../../../../../test/app/tag-by-name.ts';
import { sentenceOf } from '../inspected.ts';
import { stagesOf } from './network/network.ts';
import { FIGURES } from './registry.ts';

const FOLDER = import.meta.dirname;
const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Figures that links lead to, by name. */
const LINKED = ['why', 'trellis', 'over-time'];

test('every folder is a figure of the list, and has a test', () => {
  expect(folders.map(({ name }) => name)).toEqual(FIGURES.map(({ name }) => name).toSorted());
  const untested = folders.filter(
    ({ name }) => !readdirSync(join(FOLDER, name)).some((file) => file.endsWith('.test.ts')),
  );
  expect(untested).toEqual([]);
});

test('names, titles and requests are unique, and links lead to figures', () => {
  const names = FIGURES.map(({ name }) => name);
  const titles = FIGURES.map(({ title }) => title);
  const requests = FIGURES.flatMap(({ request }) => request?.name ?? []);
  for (const all of [names, titles, requests]) expect(new Set(all).size).toBe(all.length);
  expect(names).toEqual(expect.arrayContaining(LINKED));
});

test('every stage of the network leads to one figure', () => {
  const inspection = inspectByName('Angela Merkel left Paris .');
  const config = {
    ...inspection.config,
    attention: 'sentence',
    context: 'document',
    charEncoder: 'cnn',
  } as const;
  const stagesIn = (emissions: 'network' | 'features') =>
    stagesOf({ ...inspection, config: { ...config, emissions } }, sentenceOf(inspection, 0)).map(({ id }) => id);
  const stages = [...new Set([...stagesIn('network'), ...stagesIn('features')])];
  expect(stages).toContain('document');
  expect(FIGURES.flatMap((figure) => figure.stages ?? []).toSorted()).toEqual(stages.toSorted());
});
