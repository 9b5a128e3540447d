import { whenKept } from './fixtures/kept.ts';
import { legacyEncoder } from '../src/data/files/legacy-encodings.ts';
import { expect, test } from './fixtures/test.ts';

// A file whose reading is in doubt: the page asks, training waits, and the answer is kept.

/** Two columns of tags, mostly alike: one may have been predicted. */
const inDoubt = (sentences: number) =>
  `Ada\tB-PER\tB-PER\nleft\tO\tO\nNorrby\tB-LOC\tB-PER\nwith\tO\tO\nMina\tB-PER\tB-PER\n.\tO\tO\n\n`.repeat(sentences);

const file = (name: string, sentences: number) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(inDoubt(sentences)),
});

test('the encoding of a text and of a list is chosen on their cards, and stays chosen after a reload', async ({
  page,
  studio,
}) => {
  await studio.open({ device: 'simd', sample: 'none' });
  const koi = legacyEncoder('koi8-r');
  const inKoi = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(koi(text)) });
  await studio.addFiles([
    inKoi('letter.txt', 'Вчера Иванов приехал в Казань. Сегодня Петров уехал в Москву.\n'),
    inKoi('people.txt', 'Иванов\nПетров\nСидоров\nКазань\nМосква\n'),
  ]);
  const choice = (name: string) => page.getByLabel(`Encoding of ${name}`);
  for (const name of ['letter.txt', 'people.txt']) {
    await expect(choice(name)).toHaveValue('koi8-r');
    await choice(name).selectOption('windows-1251');
  }
  await expect(page.getByText('Read, as you chose, in')).toHaveCount(2);
  await whenKept(page, /letter.*windows-1251.*people.*windows-1251/);
  await page.reload();
  for (const name of ['letter.txt', 'people.txt']) await expect(choice(name)).toHaveValue('windows-1251');
});

test('training waits for the answer to a question about a file, which is asked once', async ({ page, studio }) => {
  await studio.open({ device: 'simd', sample: 'none' });
  await studio.addFiles([file('ships.train.tsv', 40), file('ships.dev.tsv', 12)]);
  const questions = page.getByRole('region', { name: /^Question about ships/ });
  await expect(questions).toHaveCount(2);
  await expect(questions.first()).toContainText('Which column has the tags to learn, 2 or 3?');
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeDisabled();
  await expect(page.getByRole('status', { name: 'Run status' })).toContainText('Answer it on the card of the file');

  await questions
    .first()
    .getByRole('button', { name: /^column 2/ })
    .click();
  await expect(questions).toHaveCount(0); // the same is asked of both
  const card = page.getByRole('listitem').filter({ hasText: 'ships.train.tsv' });
  await expect(card.getByText('LOC').first()).toBeVisible();
  await expect(card.getByText(/120.entities/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Train', exact: true })).toBeEnabled();

  // Tables keep their encoding when their rows are read as texts with entities.
  const row = '"Вчера Иванов приехал в Казань",6,12,PER\n';
  const table = (name: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(legacyEncoder('windows-1251')(`text,start,end,label\n${row.repeat(20)}`)),
  });
  await studio.addFiles([table('towns.train.csv'), table('towns.dev.csv')]);
  const encodings = page.getByRole('region', { name: /^Question about towns/ });
  await expect(encodings).toHaveCount(2);
  await encodings.first().getByRole('button', { name: 'Windows-1251, Cyrillic: “Вчера”' }).click();
  await expect(encodings).toHaveCount(0);
  const towns = page.getByRole('listitem').filter({ hasText: 'towns.train.csv' });
  await studio.openCard('towns.train.csv');
  await expect(towns.getByText(/100.tokens/)).toBeVisible();
  await expect(towns.getByText(/20.entities/)).toBeVisible();

  // Annotations beside their texts: a table of mentions, and a file whose annotations may be no entities.
  const plain = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await studio.addFiles([
    plain('abstracts.txt', '7\tUrea in rats\tThey had NaCl.\n8\tNo salt\tNone.\n'),
    plain('mentions.tsv', '7\tT\t0\t4\tUrea\tTRIVIAL\n7\tA\t9\t13\tNaCl\tFORMULA\n'),
    plain('gene.txt', 'p53 binds MDM2.\n'),
    plain('gene.a1', 'T1\tProtein 0 3\tp53\nT2\tProtein 10 14\tMDM2\n'),
    plain('gene.a2', 'T3\tBinding 4 9\tbinds\n'),
  ]);
  const mentions = page.getByRole('listitem').filter({ hasText: 'mentions.jsonl' });
  await expect(mentions.getByText(/2.documents.*4.sentences.*2.entities/)).toBeVisible();
  const gene = page.getByRole('listitem').filter({ hasText: 'gene.jsonl' });
  await expect(gene.getByText(/2.entities/)).toBeVisible();
  await gene.getByRole('button', { name: 'yes, those of both' }).click();
  await expect(gene.getByText(/3.entities/)).toBeVisible();
});

test('what a column holds is shown, and can be changed', async ({ page, studio }) => {
  await studio.open({ device: 'simd', sample: 'none' });
  const rows = ['Ada B-PER x', 'left O y', 'Norrby B-LOC x', '. O y', ''];
  await studio.addFiles([
    { name: 'three.train', mimeType: 'text/plain', buffer: Buffer.from(`${rows.join('\n')}\n`.repeat(20)) },
  ]);
  const card = page.getByRole('listitem').filter({ hasText: 'three.train' });
  await page.getByRole('button', { name: 'Details of three.train' }).click();
  await card.getByText(/^Columns: word, tag/).click();
  await expect(card.getByText(/column 2 has the tags/)).toBeVisible();
  await expect(card.getByRole('row', { name: 'Norrby B-LOC x' }).first()).toBeVisible(); // a row of the file
  await card.getByRole('combobox', { name: 'Column 3 of three.train' }).selectOption('tag');
  await expect(card.getByText(/^Columns: word,.*tag$/)).toBeVisible();
});
