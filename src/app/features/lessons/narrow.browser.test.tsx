import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { openTab } from '../../../../test/app/page-parts.ts';
import { CHAPTERS, frontOf } from './chapters.ts';
import { languageChosen } from './store.ts';
import { placeChosen } from './use-place.ts';

const WIDTH = 390;

/** Choices that are cut off. */
const cutOff = () =>
  [...document.querySelectorAll<HTMLElement>('.mantine-SegmentedControl-control')]
    .filter((choice) => choice.checkVisibility() && choice.getBoundingClientRect().right > WIDTH)
    .map((choice) => choice.innerText);

test.each(['en', 'de', 'vi'] as const)('on a phone no chapter is wider than the page: %s', async (language) => {
  await mountApp();
  await page.viewport(WIDTH, 844);
  languageChosen(language);
  await page.getByRole('tab', { name: 'Studio', exact: true }).click();
  await openTab('Lessons');
  for (const chapter of CHAPTERS) {
    placeChosen({ chapter });
    const { title } = frontOf(chapter, language);
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect.poll(() => document.querySelector('figure, [role="region"] form')).not.toBeNull();
    expect.soft(document.documentElement.scrollWidth, chapter).toBeLessThanOrEqual(WIDTH);
    expect.soft(cutOff(), chapter).toEqual([]);
  }
  placeChosen({ chapter: undefined });
});
