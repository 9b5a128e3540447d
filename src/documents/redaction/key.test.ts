import { expect, test } from 'vitest';
import { bytesKept } from '../../../test/helpers/garbage.ts';
import { KeyFile, type KeyDocument } from './key.ts';

const documentOf = (name: string, replaced: KeyDocument['replaced'] = [['[PER]', 'Nora']]): KeyDocument => {
  return { name, replaced, pseudonyms: [['PER', 'nora', '[PER 1]']] };
};

test('a key that is opened again goes on', async () => {
  const { key, head } = await KeyFile.create('secret');
  const first = head + (await key.add(documentOf('a')));
  const again = await KeyFile.read('k', first, 'secret');
  const second = first + (await again.key.add(documentOf('b')));
  const { documents } = await KeyFile.read('k', `${second}{"iv"`, 'secret'); // its last line was written only in part
  expect(documents).toEqual([documentOf('a'), documentOf('b')]);
});

test.each([
  ['another passphrase', (text: string) => text, 'other'],
  ['exchanged lines', (text: string) => text.replace(/^(.*\n)(.*\n)(.*\n)$/, '$1$3$2'), 'secret'],
  ['a missing line', (text: string) => text.replace(/^(.*\n)(.*\n)/, '$1'), 'secret'],
])('%s', async (_, change, passphrase) => {
  const { key, head } = await KeyFile.create('secret');
  const text = head + (await key.add(documentOf('a'))) + (await key.add(documentOf('b')));
  await expect(KeyFile.read('k', change(text), passphrase)).rejects.toThrow(
    'k cannot be opened: the passphrase is wrong, or the file was changed.',
  );
});

test('what is written is not held', async () => {
  const { key } = await KeyFile.create('secret');
  const kept = await bytesKept(async () => {
    for (let i = 0; i < 30; i++)
      await key.add(documentOf('a', [['[PER]', Buffer.alloc(1_000_000, `${i} `).toString()]]));
  });
  expect(kept).toBeLessThan(5_000_000);
  expect(await key.add(documentOf('b'))).toContain('"iv"');
});
