import { wilsonInterval } from './review-budget.ts';
import type { Scores } from './scores.ts';

/** Recall with its 95% interval (Wilson 1927), in words; undefined without scores. @param whose dev data: `your`, `its` */
export function recallInWords(dev: Pick<Scores, 'overall'> | undefined, whose: string): string | undefined {
  if (dev === undefined) return undefined;
  const { recall, support } = dev.overall;
  if (support === 0) return undefined;
  const [low, high] = wilsonInterval(Math.round(recall * support), support);
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(recall)}% of the entities in ${whose} dev data (95% interval: ${percent(low)} to ${percent(high)}%)`;
}
