import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitiesOf } from '../../test/helpers/read-text.ts';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { readCorpusFile } from './corpus-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-corpus-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each(['train/1.txt test/1.txt', '1.txt test/1.txt', './train/1.txt ./test/1.txt', 'train\\1.txt test\\1.txt'])(
  'labels of Azure Language belong to the texts at their locations: %s',
  async (written) => {
    const locations = written.split(' ');
    const documents = locations.map((location, i) => ({
      location,
      entities: [{ labels: [{ category: 'PER', offset: 0, length: i === 0 ? 3 : 5 }] }],
    }));
    const labels = join(folder, 'labels.json');
    await writeFile(labels, JSON.stringify({ assets: { documents } }));
    for (const [i, location] of locations.entries()) {
      const path = join(folder, location.replaceAll('\\', '/'));
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, i === 0 ? 'Ada ran.' : 'Byrne ran.');
    }
    const { name, bytes } = await readCorpusFile(labels);
    expect(name).toBe(join(folder, 'labels.jsonl'));
    expect(entitiesOf(readCorpus(name, bytes))).toEqual(['PER Ada', 'PER Byrne']);
  },
);
