import { expect, test } from 'vitest';
import { modelFolder } from './model-files.ts';

test.each([
  [['config.json', 'model.safetensors'], ''],
  [['mine/config.json', 'mine/model.safetensors', '__MACOSX/mine/._model.safetensors'], 'mine/'],
  [['old/model.safetensors', 'model.safetensors'], ''],
  [['a/b/model.safetensors'], undefined],
  [['corpus.conll'], undefined],
  [[], undefined],
])('a model among %j', (names, folder) => {
  expect(modelFolder(names)).toBe(folder);
});
