import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { file } from '../../../test/helpers/connected-worker.ts';
import { LoadedFiles } from './loaded-files.ts';

const VECTORS = 'mira 1 2 3 4 5\noslo 5 4 3 2 1\n';
const never = new AbortController().signal;

test('another file of an archive of vectors is chosen, and stays when corpora are added; a failure changes nothing', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  const small = strToU8('mira 1 2 3 4 5 6\noslo 6 5 4 3 2 1\n');
  const zip = zipSync({ 'glove.a.txt': strToU8(VECTORS), 'glove.b.txt': small });
  await add(new File([zip as BlobPart], 'glove.zip'), file('x.train.conll', 'Mira B-PER\n'));
  const { id, archive, isChosen, dimensions } = loaded.summary().vectors!;
  expect({ archive, isChosen, dimensions }).toEqual({
    archive: { names: ['glove.a.txt', 'glove.b.txt'], chosen: 'glove.b.txt' },
    isChosen: false,
    dimensions: 6,
  });
  await loaded.chooseVectors(id, { entry: 'glove.a.txt' }, never, () => undefined);
  await expect(loaded.chooseVectors(id, { entry: 'c' }, never, () => undefined)).rejects.toMatchObject({
    code: 'BadVectors',
  });
  await add(file('y.test.conll', 'Oslo B-LOC\n'));
  expect(loaded.summary().vectors).toMatchObject({
    id,
    archive: { chosen: 'glove.a.txt' },
    isChosen: true,
    dimensions: 5,
  });
  expect(loaded.vectors.lookup!.vectors.words).toEqual(['mira', 'oslo']);
});
