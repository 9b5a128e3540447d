import type { Seconds } from '../../../lib/units.ts';
import type { RunPlan } from '../../../runs/plan.ts';
import { epochSeconds } from '../../estimate.ts';
import { formatCount, formatCounted, formatDuration } from '../../format.ts';
import { useSpeed } from '../../selectors/speed.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { useRunStore } from '../../stores/run.ts';

/** What Train would train, in a line; undefined if it cannot train. */
export function usePlanLine(): string | undefined {
  const plan = useRunStore((store) => store.plan);
  const { config, seeds } = useRecipeStore(({ recipe }) => recipe);
  const speed = useSpeed();
  if (plan === undefined) return undefined;
  if (speed === undefined) return planLine(plan, undefined);
  return planLine(plan, { epoch: epochSeconds(plan, config, speed), epochs: config.epochs, seeds });
}

/** What distinguishes Train from Train further if there are several seeds: a model has one state to start from. */
export function furtherNote(seeds: number, seed: number): string | undefined {
  return seeds > 1 ? `Train trains ${seeds} times; Train further once, with seed ${seed}.` : undefined;
}

/** How long Train would take. */
interface TrainingTime {
  epoch: Seconds;
  epochs: number;
  seeds: number;
}

/** @param training undefined if it is not known */
export function planLine(
  { parameters, sentences, tokens, stepsPerEpoch, tags }: RunPlan,
  training: TrainingTime | undefined,
): string {
  const model = `${formatCounted(parameters, 'parameter')}, ${formatCounted(tags.length, 'tag')}`;
  const data = `${formatCounted(sentences, 'sentence')}, ${formatCounted(tokens, 'token')}`;
  return `${model}; ${data}; an epoch is ${formatCounted(stepsPerEpoch, 'step')}${training ? timeText(training) : ''}`;
}

function timeText({ epoch, epochs, seeds }: TrainingTime): string {
  const times = seeds > 1 ? `, ${formatCount(seeds)} times,` : '';
  const all = `${formatCounted(epochs, 'epoch')}${times} about ${formatDuration(epoch * epochs * seeds)}`;
  return `, ${epoch < 0.75 ? 'less than a second' : `about ${formatDuration(epoch)}`}; ${all}`;
}
