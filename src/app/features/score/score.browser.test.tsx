import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, openTab, sentence } from '../../../../test/app/page-parts.ts';
import { scoreReport } from '../../../../test/app/score-samples.ts';
import type { ScoreReport } from '../../../workers/wire/payloads.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';

const errors = page.getByRole('region', { name: 'Errors' });
const items = () => errors.getByRole('list', { name: 'Errors' }).getByRole('listitem').elements();

/** A page on which a file was scored. @param report in place of the real result */
async function mountScored(report?: ScoreReport): Promise<void> {
  const trainer = await mountApp();
  if (report) trainer.answer('score', () => report);
  await addFiles('model.zip', 'a.test');
  await openTab('Score');
  await button('Score').click();
}

test('types that are unknown to the model are reported', async () => {
  await mountScored();
  await expect.element(page.getByText('F1, strict')).toBeVisible();
  await expect.element(page.getByText(/^The model has no tags for/)).not.toBeInTheDocument();
  await addFiles('other.test');
  await page.getByRole('combobox', { name: 'File to score or tag' }).selectOptions('other.test (test)');
  await button('Score').click();
  await expect.element(page.getByText(/^The model has no tags for these types.*: RIVER\./)).toBeVisible();
});

test('scores stay when a file is added that would be offered first', async () => {
  await mountApp();
  await addFiles('model.zip', 'a.dev');
  await openTab('Score');
  await button('Score').click();
  await expect.element(page.getByText('F1, strict')).toBeVisible();
  await addFiles('a.test');
  await expect.element(page.getByText('F1, strict')).toBeVisible();
});

test.each([1280, 1440])('with long types at %d, a wide table scrolls alone', async (width) => {
  await page.viewport(width, 900);
  const long = JSON.stringify(scoreReport('a.test')).replaceAll(/"(PER|LOC|ORG|MISC)"/g, '"$1_OF_THE_JURISPRUDENCE"');
  await mountScored(JSON.parse(long) as ScoreReport);
  const table = page.getByRole('region', { name: 'Types confused with each other' });
  await expect.element(table).toBeVisible();
  const wider = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(wider(table.element()), 'the table is wider than its place').toBeGreaterThan(0);
  expect(wider(page.getByRole('region', { name: 'Results', exact: true }).element())).toBe(0);
});

describe('many errors', () => {
  beforeEach(() => mountScored(scoreReport('a.test')));

  test('the scores name their file and their model', async () => {
    const { name } = useWorkspaceStore.getState().workspace.model!;
    await expect.element(page.getByText(`a.test, tagged by ${name}: `)).toBeVisible();
  });

  test('errors are shown in their sentences, twenty at a time', async () => {
    await expect.element(errors.getByText('120 errors', { exact: true })).toBeVisible();
    await vi.waitFor(() => expect(items()).toHaveLength(20));
    const [first] = items();
    expect(first).toHaveTextContent(/^Line 1Try it.*Missed: PER.*Spurious: MISC.*Wrong type: ORG as LOC/);
    const [gold, predicted] = [...first!.querySelectorAll('dd')].map((side) =>
      [...side.querySelectorAll('mark:not([data-aside])')].map((mark) => mark.getAttribute('data-entity')),
    );
    expect(gold).toEqual(['PER', 'ORG', 'LOC', 'PER']);
    expect(predicted).toEqual(['MISC', 'LOC', 'LOC', 'ORG']);
    await button('4 more sentences').click();
    await vi.waitFor(() => expect(items()).toHaveLength(24));
    await expect.element(page.getByRole('button', { name: /\d more/ })).not.toBeInTheDocument();
  });

  test('errors are filtered by kind and type, also by keyboard', async () => {
    const missed = errors.getByRole('button', { name: /^Missed 24/ });
    const misc = errors.getByRole('button', { name: /^MISC 24/ });
    await expect.element(missed).toBeVisible();
    missed.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(missed).toHaveAttribute('aria-pressed', 'true');
    await expect.element(errors.getByText('24 of 120 errors')).toBeVisible();
    await vi.waitFor(() => expect(items()).toHaveLength(20));
    await misc.click();
    await expect.element(errors.getByText('0 of 120 errors')).toBeVisible();
    await missed.click();
    await expect.element(missed).toHaveAttribute('aria-pressed', 'false');
    await vi.waitFor(() => expect(items().every((item) => /Spurious: MISC/.test(item.textContent))).toBe(true));
    expect(items().some((item) => item.textContent.includes('Missed'))).toBe(false);
    await misc.click();
    await vi.waitFor(() => expect(items()[0]).toHaveTextContent(/Missed: PER/));
  });

  test('the confusion of types', async () => {
    const table = page.getByRole('table', { name: 'Confusion of types' });
    const cells = (name: string) =>
      table
        .getByRole('row', { name })
        .getByRole('cell')
        .elements()
        .map((cell) => cell.textContent);
    await expect.element(table).toBeVisible();
    const about = page.getByText(/^Gold in rows, predicted in columns/).element();
    expect(about.nextElementSibling, 'it does not scroll with the table').toContainElement(table.element());
    // LOC, MISC, ORG, PER, none
    await expect.poll(() => cells('PER')).toEqual(['0', '0', '24', '1,700', '24']);
    await expect.poll(() => cells('none')).toEqual(['0', '24', '0', '0', '']);
  });

  test('an error can be opened in the sentence box', async () => {
    await errors.getByRole('button', { name: 'Try it' }).nth(2).click();
    await expect.element(sentence).toHaveValue('Nora told Siemens in New Lisbon about Ivo Field .');
    await vi.waitFor(() => expect(document.activeElement).toBe(sentence.element()));
  });

  test.each([
    ['CSV', 'a.test.errors.csv', /^line,kind,goldType,.*\n1,missed,PER,Nora,0,1,,,,,Nora told/],
    ['JSON lines', 'a.test.errors.jsonl', /^\{"line":1,"kind":"missed","gold":\{"type":"PER","text":"Nora"/],
  ])('errors are saved as %s', async (format, name, contents) => {
    let saved: Promise<string> | undefined;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.download).toBe(name);
      saved = fetch(this.href).then((response) => response.text());
    });
    await button('Save errors').click();
    await page.getByRole('menuitem', { name: format }).click();
    await vi.waitFor(() => expect(click).toHaveBeenCalledOnce());
    click.mockRestore();
    expect(await saved).toMatch(contents);
  });
});

test('confidence: measured on request, and a threshold for the model', async () => {
  const trainer = await mountApp();
  trainer.answer('confidence', () => ({
    file: 'a.test',
    sentences: 40,
    before: predictions(0.8, 0.99),
    after: predictions(0.25, 0.9),
    isCrossed: false,
    problem: undefined,
    leastSure: [
      {
        line: 3,
        tokens: ['Nora', 'left'],
        tags: ['S-PER', 'O'],
        entities: [{ start: 0, end: 1, type: 'PER', probability: 0.25, isCorrect: false }],
      },
    ],
  }));
  await addFiles('model.zip', 'a.test');
  await openTab('Score');
  await button('Score').click();
  const confidence = page.getByRole('region', { name: 'Confidence' });
  await confidence.getByRole('button', { name: /^Measure how often/ }).click();
  await expect.element(confidence.getByText(/^Accept from 0\.251: 100\.0% right/)).toBeVisible();
  await confidence.getByText('4 sentences to review, least sure first: 1 listed').click();
  await expect.element(confidence.getByRole('listitem')).toHaveTextContent(/^Line 3Try it.*Nora/);
  await button('Use this threshold').click();
  await expect.element(confidence.getByText(/^The threshold of the model is 0\.251\./)).toBeVisible();
  await confidence.getByRole('combobox', { name: 'Review budget' }).selectOptions('90% right');
  await confidence.getByRole('button', { name: 'Remove it' }).click();
  await expect.element(confidence.getByText(/^The model has no threshold/)).toBeVisible();
});

/** Forty entities, of which the first four are wrong. */
function predictions(low: number, high: number) {
  return Array.from({ length: 40 }, (_, i) => {
    return { type: 'PER', probability: i < 4 ? low : high, isCorrect: i >= 4, sentence: i, half: 0 as const };
  });
}

test('stress tests: scored on request; one click trains on such text', async () => {
  const trainer = await mountApp();
  await addFiles('a.train', 'a.dev', 'model.zip');
  await openTab('Score');
  await button('Score').click();
  const tests = page.getByRole('region', { name: 'Stress tests' });
  await tests.getByRole('button', { name: /^Score the file in lower case/ }).click();
  const table = tests.getByRole('table', { name: 'Stress tests on a.dev' });
  await expect.element(table.getByRole('row', { name: /^all lower case/ })).toHaveTextContent(/[+−][\d.]+ to [+−]/);
  await tests.getByRole('button', { name: 'Train with it: all lower case' }).click();
  await vi.waitFor(() =>
    expect(trainer.asked.find(({ name }) => name === 'start')!.params).toMatchObject({
      from: 'scratch',
      config: { augmentation: 'lowercase' },
    }),
  );
});
