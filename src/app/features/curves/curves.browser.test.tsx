import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { train } from '../../../../test/app/page-parts.ts';

let trainer: PacedTrainer;

const loss = page.getByRole('figure', { name: 'Loss' });
const f1 = page.getByRole('figure', { name: 'F1 by entity' });
const markOfBest = (figure: typeof loss) => figure.element().querySelector('[data-best-epoch="3"]');
const curves = (figure: typeof loss) => figure.element().querySelectorAll('.recharts-surface .recharts-curve');

beforeEach(async () => {
  trainer = await mountApp();
  await trainThreeEpochs();
});

async function trainThreeEpochs() {
  await train();
  for (let epoch = 0; epoch < 3; epoch++) {
    trainer.steps(4);
    trainer.finishEpoch();
  }
  for (const figure of [loss, f1]) await expect.poll(() => markOfBest(figure)).not.toBeNull();
  await expect.element(f1.getByText(/^overall \d/)).toBeVisible();
  await expect.element(loss.getByText(/^dev \d/)).toBeVisible();
}

describe('the crosshair', () => {
  test('is shared: both figures show the epoch that is pointed at in either', async () => {
    /** The layout may still change, and with it the chart: both are looked up again. */
    const move = (type: 'mousemove' | 'mouseout') => {
      const chart = f1.getByRole('application').element();
      const { left, top, width, height } = chart.getBoundingClientRect();
      const middle = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
      chart.dispatchEvent(new MouseEvent(type, middle));
    };
    const pointed = f1.getByText(/^epoch \d( \(best\))?: overall \d+\.\d\d$/);
    await vi.waitFor(() => {
      move('mousemove');
      expect(pointed.elements()).toHaveLength(1);
    });
    await expect.element(loss.getByText(/^dev, epoch \d: \d/)).toBeVisible();
    const cursor = (figure: typeof loss) => figure.element().querySelector('.recharts-tooltip-cursor');
    for (const figure of [loss, f1]) await expect.poll(() => cursor(figure)).not.toBeNull();
    move('mouseout');
    await expect.element(pointed).not.toBeInTheDocument();
    await expect.element(loss.getByText(/^dev, epoch/)).not.toBeInTheDocument();
  });

  test('the best epoch is marked in both figures', async () => {
    for (const figure of [loss, f1]) await expect.poll(() => markOfBest(figure)).not.toBeNull();
  });

  test('moves with the arrow keys', async () => {
    (f1.getByRole('application').element() as SVGElement).focus();
    await expect.element(f1.getByText(/^epoch 1: overall \d+\.\d\d$/)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(f1.getByText(/^epoch 2: overall \d+\.\d\d$/)).toBeVisible();
  });

  test('when it stops moving, only the focused figure is read out, with all types', async () => {
    const said = (figure: typeof loss) => figure.element().querySelector('[aria-live]')?.textContent;
    (f1.getByRole('application').element() as SVGElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await vi.waitFor(() =>
      expect(said(f1)).toMatch(/^epoch 3 \(best\): overall \d+\.\d\d, LOC \d+\.\d\d, MISC .*, ORG .*, PER \d+\.\d\d$/),
    );
    expect(said(loss)).toBe('');
    (loss.getByRole('application').element() as SVGElement).focus();
    await vi.waitFor(() => expect(said(loss)).toMatch(/\d$/));
  });

  test('shows the matrix and the scores of that epoch', async () => {
    const matrix = page.getByRole('figure', { name: 'Transition matrix' });
    const cells = () => [...matrix.element().querySelectorAll('path')].map((path) => path.getAttribute('d')).join();
    const scores = page.getByRole('region', { name: 'Entity scores', exact: true });
    let last = '';
    const settled = () => {
      const before = last;
      last = cells();
      expect(last).toBe(before);
    };
    await vi.waitFor(settled, { interval: 600, timeout: 10_000 }); // until the end of the run is drawn
    (f1.getByRole('application').element() as SVGElement).focus();
    await expect.element(matrix.getByText('Run 1, epoch 1', { exact: true })).toBeVisible();
    await expect.element(scores.getByText(/^Run 1, epoch 1, dev \(a\.dev\)\s·/)).toBeVisible();
    await expect.poll(cells).not.toBe(last);
    const first = cells();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(matrix.getByText('Run 1, epoch 2', { exact: true })).toBeVisible();
    await expect.poll(cells).not.toBe(first);
    (document.activeElement as HTMLElement).blur();
    await expect.element(matrix.getByText('Run 1', { exact: true })).toBeVisible();
    for (const figure of [f1, loss]) {
      await expect.element(figure.getByText('Run 1', { exact: true })).toBeVisible();
      await expect.element(figure.getByTitle('Run 1: trained on a.train, scored on a.dev')).toBeVisible();
    }
    await vi.waitFor(() => expect(cells()).toBe(last));
  });
});

test('the focus ring of a chart is not clipped', async () => {
  (page.getByRole('button', { name: 'Save Loss' }).element() as HTMLElement).focus();
  await userEvent.tab();
  const chart = loss.getByRole('application').element();
  expect(document.activeElement).toBe(chart);
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(chart);
  expect(outlineStyle).toBe('solid');
  const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset); // outside of the chart
  let box = chart.parentElement!;
  while (getComputedStyle(box).overflow !== 'hidden') box = box.parentElement!;
  expect(chart.getBoundingClientRect().right + ring).toBeLessThanOrEqual(box.getBoundingClientRect().right);
});

test('one line each for steps, range and dev; one for each type and overall', async () => {
  await expect.poll(() => curves(loss)).toHaveLength(3);
  await expect.poll(() => curves(f1)).toHaveLength(5);
});

test('the line of a type that is pointed at is highlighted', async () => {
  const widths = () => [...curves(f1)].map((curve) => curve.getAttribute('stroke-width'));
  await expect.poll(() => new Set(widths().slice(0, -1))).toEqual(new Set(['1.5']));
  curves(f1)[0]!.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await expect.poll(() => widths()[0]).toBe('2.5');
});
