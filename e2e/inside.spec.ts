import { expectAccessible } from './fixtures/accessible.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = 'epochs=2&hidden=60&learningRate=0.005';

test('Inside explains the tags of the sentence with the scores of the model', async ({ page, studio, device }) => {
  await page.goto(`./?device=${device}#${RECIPE}`);
  await studio.waitFor('Idle');
  const tab = page.getByRole('tab', { name: 'Inside', exact: true });
  await tab.click();
  await expect(page.getByText('Train or import a model: then')).toBeVisible();
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);
  await tab.click();
  await page.getByRole('button', { name: /New York City/ }).click();

  const network = page.getByRole('region', { name: 'Network' });
  await network.getByRole('button', { name: /^Emissions/ }).click();
  await expect(network.getByText(/^Emissions: a score for each tag/)).toBeVisible();
  await expect(network.getByRole('button', { name: /^Word vectors/ })).toContainText('[6 × 100]');

  // The entities in the box match the path that is explained.
  const trellis = page.getByRole('figure', { name: 'Trellis' });
  const account = page.getByRole('figure', { name: 'Account' });
  const tags = account.getByLabel(/^Tag of /);
  const pathOf = () =>
    tags.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).selectedOptions[0]!.label));
  await expect(tags).toHaveCount(6);
  const path = await pathOf();
  const starts = path.filter((tag) => /^[BS]-/.test(tag));
  await expect.poll(() => studio.foundEntities(), 'the box follows on its own').toHaveLength(starts.length);

  // The terms add up to the score, and s − log Z is log p.
  const numberOf = async (label: string) => {
    const text = await account
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent();
    return Number(text!.replace('−', '-').replace('> ', ''));
  };
  const cells = await account
    .getByRole('table', { name: 'Terms of the score' })
    .locator('tbody td:nth-child(n + 4)')
    .allTextContents();
  const sum = cells.reduce((total, cell) => total + Number(cell.replace('−', '-')), 0);
  const [score, logZ] = [await numberOf('s(x, y)'), await numberOf('log Z')];
  expect(Math.abs(sum - score)).toBeLessThan(0.1); // of rounded terms
  expect(Math.abs(Math.exp(score - logZ) - (await numberOf('p')))).toBeLessThan(0.02);

  // The recursion ends with the score of the path, and with log Z.
  const recursion = trellis.getByRole('region', { name: 'Recursion' });
  await expect(recursion).toContainText(`score of the best path = ${score.toFixed(2).replace('-', '−')}`);
  await trellis.getByText('Forward', { exact: true }).click();
  await expect(recursion).toContainText(`log Z = ${logZ.toFixed(2).replace('-', '−')}`);

  // By keyboard: the first step, another tag, the end.
  const drawing = trellis.getByRole('application');
  await drawing.focus();
  await page.keyboard.press('Home');
  await expect(trellis.getByText('step 1 of 7')).toBeVisible();
  await expect(recursion).toContainText(/^alpha\(New, /);
  const before = await recursion.textContent();
  await page.keyboard.press(path[0] === 'O' ? 'ArrowDown' : 'ArrowUp');
  await expect(recursion).not.toHaveText(before!);
  await page.keyboard.press('End');
  await expect(trellis.getByText('step 7 of 7')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(trellis.getByText(/^step [2-6] of 7$/)).toBeVisible();
  await page.keyboard.press('Space');

  // An illegal tagging: in BIOES nothing starts with I-LOC.
  await tags.first().selectOption('I-LOC');
  await expect(account.getByText(/START → I-LOC/).first()).toBeVisible();

  // Why this tag: the contribution of each word to the tag of the selected token.
  const why = page.getByRole('figure', { name: 'Why this tag' });
  await page
    .getByRole('toolbar', { name: 'Token' })
    .getByRole('button', { name: /^amazing/ })
    .click();
  await why.scrollIntoViewIfNeeded();
  await expect(why).toContainText(/p\(.+ (of )?“.*amazing.*”\) = /);
  await expect(
    why
      .getByRole('row', { name: /^amazing/ })
      .getByRole('cell')
      .first(),
  ).not.toHaveText('0.00');
  await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'S-LOC' });
  await expect(why).toContainText('p(S-LOC of “amazing”) = ');

  // Gates: the units of both directions add up to the emission above.
  await network.getByRole('button', { name: /^BiLSTM/ }).click();
  const gates = page.getByRole('figure', { name: 'Gates' });
  const emissionRow = page.getByRole('figure', { name: 'Emissions' }).getByRole('row', { name: /^amazing/ });
  const ofTag = (await page.getByLabel('Tag', { exact: true }).locator('option').allTextContents()).indexOf('S-LOC');
  const emission = await emissionRow.getByRole('cell').nth(ofTag).textContent();
  await expect(gates).toContainText(`S-LOC at “amazing”: ${emission} = `);
  await gates.getByLabel('Unit').selectOption({ label: '← 5' });
  const inner = gates.getByRole('table', { name: 'Unit ← 5' });
  await expect(inner.getByRole('rowheader')).toHaveText([
    'input',
    'forget',
    'candidate',
    'output',
    'cell c',
    'output h',
  ]);

  // Gradients by distance: one row for each distance in a sentence of six tokens; an untrained RNN forgets.
  const reach = page.getByRole('figure', { name: 'Gradients by distance' });
  await reach.scrollIntoViewIfNeeded();
  await expect(reach).toContainText(/What is left of the gradient over 5 words: this model \(LSTM\) 0?\.\d/);
  const byDistance = reach.getByRole('table', { name: 'Gradients of S-LOC by distance' });
  await expect(byDistance.getByRole('columnheader')).toHaveText([
    'Distance',
    'this model (LSTM)',
    'RNN, untrained',
    'GRU, untrained',
    'LSTM, untrained',
  ]);
  await expect(byDistance.getByRole('row')).toHaveCount(7);

  // Characters: the filters of the word, and other spellings of it.
  await network.getByRole('button', { name: /^Character CNN/ }).click();
  const characters = page.getByRole('figure', { name: 'Characters' });
  await characters.getByLabel('Another spelling').fill('Amazon');
  const spellings = characters.getByRole('table', { name: 'Spellings' });
  await expect(spellings.getByRole('rowheader').nth(1)).toHaveText('Amazon');
  await expect(spellings.getByRole('row', { name: /^AMAZING/ })).toContainText('upper case');
  await expect(characters.getByRole('table', { name: /^Filters/ }).getByRole('row')).toHaveCount(9);
  await expect(characters.getByRole('table', { name: 'Nearest by word vector' }).getByRole('row')).toHaveCount(9);

  // From elsewhere: an entity that was found, a word of the box, a cell of the matrix.
  const list = page.getByRole('table', { name: 'Found entities' });
  const first = list.getByRole('button').first();
  const entity = await first.textContent();
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await first.click();
  await expect(why).toContainText(`“${entity}”) = `);
  await studio.sentence.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(17, 24)); // amazing
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await expect(page.getByRole('button', { name: /^amazing/, pressed: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await page.getByRole('grid', { name: 'Transitions, from rows to columns' }).focus();
  await page.keyboard.press('Enter'); // START → the first tag
  await expect(recursion).toContainText(/^alpha\(New, O\)/);

  await expect(page.getByRole('table', { name: 'Softmax and CRF' }).getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
});

test('a softmax model and a CRF model with self-attention are compared on one sentence', async ({
  page,
  studio,
  device,
}) => {
  await studio.openTrained(device, 'epochs=1&hidden=20&learningRate=0.005&decoder=softmax');
  await studio.tag('New York City is amazing.');
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  const figure = page.getByRole('figure', { name: 'Softmax and CRF' });
  await expect(figure.getByRole('button', { name: 'Train the same recipe with a CRF' })).toBeVisible();
  await page.evaluate(() => (location.hash = '#epochs=1&hidden=20&learningRate=0.005&attention=sentence'));
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);

  // The second model attends to all words of the sentence.
  const attention = page.getByRole('figure', { name: 'Self-attention' });
  await attention.scrollIntoViewIfNeeded();
  await expect(attention).toContainText(/“.+” attends most to “.+” \(\d+%\), “.+” \(\d+%\) and “.+” \(\d+%\)\./);
  await expect(attention.getByRole('table').getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('figure', { name: 'Gates' })).toContainText('from self-attention');
  await expectAccessible(page, 'two models', '#run-view');

  await figure.getByLabel('Another model').selectOption({ label: 'Run 1 (softmax)' });
  const table = figure.getByRole('table', { name: 'Two models' });
  await expect(table.getByRole('rowheader')).toHaveText(['Run 2 (CRF)', 'Run 1 (softmax)']);
  await expect(table.getByRole('row').nth(2).getByRole('cell')).toHaveCount(6);
  await expect(figure.getByText(/^Run 2 \(CRF\): no step breaks the tag scheme\. Run 1 \(softmax\): /)).toBeVisible();
  await expect(figure.getByRole('region', { name: 'Emissions of two models' })).toBeVisible();

  // Each row shows the model that it names: the first run alone gives the same tags.
  const tagsOf = (row: number) =>
    table.getByRole('row').nth(row).getByRole('cell').locator('span:first-child').allTextContents();
  const alone = await tagsOf(2);
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Run 1' }).click();
  await page.getByRole('menuitem', { name: 'Use model' }).click();
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  await figure.getByLabel('Another model').selectOption({ label: 'Run 2 (CRF)' });
  await expect(table.getByRole('rowheader')).toHaveText(['Run 1 (softmax)', 'Run 2 (CRF)']);
  expect(await tagsOf(1)).toEqual(alone);
  await expectAccessible(page, 'two models', '#run-view');
});
