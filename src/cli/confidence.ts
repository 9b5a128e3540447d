import type { ReviewBudget } from '../eval/review-budget.ts';
import type { ConfidenceReport } from '../eval/confidence-report.ts';
import { percentText } from '../eval/figure-text.ts';
import { textLines, type TextColumn } from '../lib/table.ts';
import { count } from './format.ts';
import { formatShare } from '../lib/format-share.ts';

/** The calibration error, the reliability of each bin, and the budgets for some precisions. */
export function confidenceText({ error, bins, budgets, own, entities, sentences }: ConfidenceReport): string {
  const binColumns: TextColumn<(typeof bins.after)[number]>[] = [
    ['confidence', ({ probability }) => percentText(probability)],
    ['right', ({ correct }) => percentText(correct)],
    ['entities', (bin) => count(bin.count)],
  ];
  const budgetColumns: TextColumn<ReviewBudget>[] = [
    ['accept from', ({ threshold }) => threshold.toFixed(3)],
    [' right', ({ precision }) => percentText(precision)],
    ['         95%', ({ interval: [low, high] }) => `${percentText(low)}–${percentText(high)}`],
    ['accepted', ({ accepted }) => count(accepted)],
    ['     %', (budget) => percentText(budget.accepted / budget.entities)],
    ['to review', (budget) => count(budget.entities - budget.accepted)],
    ['in sentences', (budget) => count(budget.sentences)],
  ];
  const missed = budgets.filter(({ budget }) => budget === undefined);
  return [
    `expected calibration error: ${formatShare(error.before, 2)} of the probabilities, ${formatShare(error.after, 2)} of the confidence, on ${count(entities)} entities in ${count(sentences)} sentences`,
    textLines(binColumns, bins.after).join('\n'),
    textLines(
      budgetColumns,
      budgets.flatMap(({ budget }) => budget ?? []),
    ).join('\n'),
    ...(missed.length === 0
      ? []
      : [`No threshold reaches ${missed.map(({ target }) => formatShare(target, 2)).join(', ')}.`]),
    ...(own === undefined ? [] : [`The threshold of the model is ${own.threshold}: ${budgetText(own)}.`]),
  ].join('\n\n');
}

/** `95.2% of the entities from 0.87 are right (94.1–96.0), 71.0% of all; 40 are to review, in 38 sentences`. */
export function budgetText({ threshold, precision, interval, accepted, entities, sentences }: ReviewBudget): string {
  const [low, high] = interval.map(percentText);
  return `${formatShare(precision, 2)} of the entities from ${threshold} are right (95% interval ${low} to ${high}), ${formatShare(accepted / Math.max(1, entities), 2)} of all; ${count(entities - accepted)} are to review, in ${count(sentences)} sentences`;
}
