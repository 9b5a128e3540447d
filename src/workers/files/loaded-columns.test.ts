import { expect, test } from 'vitest';
import { file } from '../../../test/helpers/connected-worker.ts';
import { LoadedFiles } from './loaded-files.ts';

const never = new AbortController().signal;

test('columns of all training files are inputs of the next model, also for files that are added later', async () => {
  const loaded = new LoadedFiles();
  const add = (...files: File[]) => loaded.add(files, 'own', never, () => undefined);
  await add(file('x.train.conll', 'Mira NNP B-NP B-PER\n\nleft VBD B-VP O\n'));
  const files = () => loaded.summary().files;
  const train = files()[0]!;
  expect(train.furtherColumns).toEqual([
    { name: 'pos', values: 2 },
    { name: 'chunk', values: 2 },
  ]);
  await loaded.update(train.id, { weights: [[0, 0.5]] });
  expect(loaded.source().columns).toEqual([]);
  await loaded.chooseColumns(['pos']);
  expect(files()[0]).toMatchObject({ inputColumns: ['pos'], weights: [[0, 0.5]] });
  expect(loaded.source()).toMatchObject({ columns: ['pos'], train: [{ columns: { pos: ['NNP'] } }] });

  await add(file('x.dev.conll', 'Ivo NNP B-NP B-PER\n'), file('bare.test.conll', 'Ivo B-PER\n'));
  expect(loaded.source().dev).toMatchObject([{ columns: { pos: ['NNP'] } }]);
  expect(files()[2]).toMatchObject({ inputColumns: [], problems: [{ kind: 'input-columns' }] });

  await add(file('y.train.conll', 'Bo B-PER\n'));
  expect(loaded.source().columns).toEqual([]);
  loaded.remove(files()[3]!.id);
  expect(loaded.source().columns).toEqual(['pos']);

  await loaded.chooseColumns([]);
  expect(loaded.source().columns).toEqual([]);
  expect(files()[2]!.problems).toEqual([]);
});

test('a run waits until the columns that were just chosen are inputs', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('x.train.conll', 'Mira NNP B-NP B-PER\n\nleft VBD B-VP O\n')], 'own', never, () => undefined);
  void loaded.chooseColumns(['pos']);
  await loaded.settled();
  expect(loaded.source().columns).toEqual(['pos']);
});

test('the columns of a model are read for it, but are not inputs of the next one', async () => {
  const loaded = new LoadedFiles();
  await loaded.add([file('x.train.conll', 'Mira NNP B-NP B-PER\n\nleft VBD B-VP O\n')], 'own', never, () => undefined);
  const { id } = loaded.summary().files[0]!;
  await loaded.readFor({ vocabulary: { features: { columns: [{ name: 'chunk', values: ['B-NP'] }] } } }, id);
  expect(loaded.corpus(id).sentences[0]!.columns).toEqual({ chunk: ['B-NP'] });
  expect(loaded.source().columns).toEqual([]);
});
