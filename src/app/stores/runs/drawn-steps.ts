import type { TrainingSignals } from '../../../eval/signals.ts';
import type { RunFacts } from '../../../runs/run-state.ts';

/** What the charts of a run need besides its epochs: stored, so that they come back when the page is opened again. */
export interface DrawnSteps {
  facts: RunFacts;
  /** Of all steps; `NaN`: unknown. */
  losses: Float32Array;
  signals: readonly TrainingSignals[];
}

/** Whether a stored value is valid. */
export function isDrawnSteps(value: unknown): value is DrawnSteps {
  if (!isObject(value) || !isObject(value['facts']) || !(value['losses'] instanceof Float32Array)) return false;
  const { facts, signals } = value;
  const { predicts, tags, illegal } = facts;
  if (!['classes', 'labels', 'entities'].includes(predicts as string)) return false;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string') || !isObject(illegal)) return false;
  const K = tags.length;
  const has = (name: string, length: number) => illegal[name] instanceof Uint8Array && illegal[name].length === length;
  return (
    ['parameters', 'stepsPerEpoch', 'tokensPerEpoch'].every((name) => Number.isFinite(facts[name])) &&
    has('transitions', K * K) &&
    has('start', K) &&
    has('end', K) &&
    Array.isArray(signals) &&
    signals.every(isSignals)
  );
}

function isSignals(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value['parts'])) return false;
  const { filters, parts, wordLearningRate } = value;
  const areNumbers = (of: Record<string, unknown>, ...names: string[]) =>
    names.every((name) => typeof of[name] === 'number');
  return (
    areNumbers(value, 'step', 'gradientNorm', 'learningRate') &&
    (wordLearningRate === undefined || typeof wordLearningRate === 'number') &&
    (filters === undefined || (isObject(filters) && areNumbers(filters, 'active', 'count'))) &&
    parts.every(
      (part) => isObject(part) && typeof part['part'] === 'string' && areNumbers(part, 'gradient', 'weights', 'update'),
    )
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
