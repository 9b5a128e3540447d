import { expect, test } from 'vitest';
import { openDocument } from '../registry.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { redactDocument } from './redact-document.ts';

const page = (text: string) =>
  openDocument({ name: 'a.html', bytes: new TextEncoder().encode(`<!-- Ada --><p>${text}</p>`) });

const personAt = (end: number) => [{ block: 0, start: 0, end, type: 'PER', probability: 1, by: 'model' as const }];

test('what does not show is removed if no entity was found, and stays if entities are marked', async () => {
  const writtenAs = async (others: 'label' | 'mark') => {
    const { bytes } = await redactDocument(await page('Otters.'), [], { others, byType: {} }, new Pseudonyms());
    return new TextDecoder().decode(bytes);
  };
  expect(await writtenAs('label')).toBe('<p>Otters.</p>');
  expect(await writtenAs('mark')).toBe('<!-- Ada --><p>Otters.</p>');
});

test('the time grows with the number of entities, also of one paragraph', async () => {
  const count = 30_000;
  const entities = Array.from({ length: count }, (_, i) => ({ ...personAt(3)[0]!, start: 4 * i, end: 4 * i + 3 }));
  const started = performance.now();
  const { found } = await redactDocument(
    await page('Ada '.repeat(count)),
    entities,
    { others: 'label', byType: {} },
    new Pseudonyms(),
  );
  expect(found).toHaveLength(count);
  expect(performance.now() - started).toBeLessThan(8000); // half a minute if each is compared with all
});

test('pseudonyms of a document that could not be written are kept for the next one', async () => {
  const pseudonyms = new Pseudonyms([['PER', 'zoe', '[PER 4]']]);
  const ways = { others: 'pseudonym', byType: {} } as const;
  const leaking = await page('Ada came.');
  const write = () => leaking.write([]);
  await expect(redactDocument({ ...leaking, write }, personAt(3), ways, pseudonyms)).rejects.toThrow(
    /“Ada” in result\.html/,
  );
  await redactDocument(await page('Ivo came.'), personAt(3), ways, pseudonyms);
  expect(pseudonyms.takeFresh()).toEqual([
    ['PER', 'ada', '[PER 5]'],
    ['PER', 'ivo', '[PER 6]'],
  ]);
  expect(pseudonyms.takeFresh()).toEqual([]);
});
