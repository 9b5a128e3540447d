import { expect, test } from 'vitest';
import { connect, devFile, file, trainFile } from '../../../test/helpers/connected-worker.ts';

test('statistics of a file, and its overlap with files of other roles', async () => {
  const { client } = connect();
  const { files } = await client.request('addFiles', {
    files: [trainFile(), devFile(), file('pos.test', 'Mira NOUN\nsails VERB\n')],
  });
  const of = (name: string) => client.request('statistics', { id: files.find((one) => one.name === name)!.id });

  const dev = await of('town.dev.conll'); // the first three sentences of the training file
  expect(dev).toMatchObject({ role: 'dev', statistics: { sentences: 3, repeated: 0 } });
  expect(dev.entities).toMatchObject([{ train: 'town.train.conll', file: 'town.dev.conll', count: 5, shared: 5 }]);
  expect(dev.sentences).toMatchObject([{ other: 'town.train.conll', role: 'train', count: 3, long: 3 }]);

  const train = await of('town.train.conll');
  expect(train.entities).toMatchObject([{ train: 'town.train.conll', file: 'town.dev.conll' }]);
  expect(train.sentences).toMatchObject([{ other: 'town.dev.conll', count: 3 }]);

  const pos = await of('pos.test'); // another kind of tags: no overlap is computed
  expect(pos).toMatchObject({ entities: [], sentences: [], statistics: { entities: 2 } });

  await expect(client.request('statistics', { id: 99 })).rejects.toMatchObject({ code: 'BadInput' });
});
