import { LEAST_SENTENCES, type CurvePoint, type Forecast } from '../../../../annotation/queue/evaluation-set.ts';
import { remainingSeconds, type Pace } from '../../../../annotation/queue/pace.ts';
import type { AnnotatedSentence } from '../../../../annotation/sets/set.ts';
import { LEARN_FROM } from '../../../../annotation/queue/learning.ts';
import type { LearnResult } from '../../../../workers/wire/annotation.ts';
import { formatCounted, formatDuration } from '../../../look/format.ts';

interface Learning {
  learningFrom: number | undefined;
  result: Pick<LearnResult, 'trainedOn' | 'seconds'> | undefined;
  problem: string | undefined;
  /** Whether it learns from the set's rules. */
  withRules: boolean;
  /** Whether it learns from the loaded training files. */
  withFiles: boolean;
}

/** Status of the model. */
export function learningText(
  { learningFrom, result, problem, withRules, withFiles }: Learning,
  accepted: number,
): string {
  if (problem !== undefined) return `The model could not be trained: ${problem}`;
  if (learningFrom !== undefined) {
    if (withFiles) {
      const annotated = learningFrom === 0 ? '' : ` and ${formatCounted(learningFrom, 'annotated sentence')}`;
      return `Training on the loaded files${annotated}…`;
    }
    return learningFrom < LEARN_FROM
      ? withRules
        ? 'Training on what the rules say…'
        : 'Ordering the sentences…'
      : `Training on ${formatCounted(learningFrom, 'sentence')}…`;
  }
  if (result !== undefined && result.trainedOn > 0) {
    return `Trained on ${formatCounted(result.trainedOn, 'sentence')} in ${result.seconds.toFixed(1)} s.`;
  }
  if (accepted < LEARN_FROM) {
    const none = withFiles && result !== undefined ? 'The loaded training files have no entities of these types. ' : '';
    return `${none}Suggestions begin after ${formatCounted(LEARN_FROM - accepted, 'more annotated sentence', 'more annotated sentences')}.`;
  }
  return 'Suggestions begin when some spans are marked.';
}

/** `F1 78.2 (95% interval 70.1 to 85.5), on 24 sentences set aside`; undefined before there is a model. */
export function qualityText(result: Pick<LearnResult, 'trainedOn' | 'quality'> | undefined): string | undefined {
  if (result === undefined || result.trainedOn === 0) return undefined;
  if (result.quality === undefined) {
    return `F1 is measured once ${LEAST_SENTENCES} of the sentences set aside (about every tenth) are annotated.`;
  }
  const { f1, low, high, sentences } = result.quality;
  return `F1 ${percent(f1)} (95% interval ${percent(low)} to ${percent(high)}), on ${formatCounted(sentences, 'sentence')} set aside`;
}

/** `You take 9 s a sentence, 1.3 times the modelled time: about 40 min for the open ones.` */
export function paceText(
  pace: Pace | undefined,
  sentences: readonly Pick<AnnotatedSentence, 'tokens' | 'state'>[],
): string | undefined {
  if (pace === undefined) return undefined;
  const { seconds, factor } = pace;
  const left = remainingSeconds(pace, sentences);
  const rest = left > 0 ? `: about ${formatDuration(left)} for the open ones` : '';
  return `You take ${formatDuration(seconds)} a sentence, ${factor.toFixed(1)} times the modelled time${rest}.`;
}

/** @param pace undefined: not known yet */
export function forecastText(forecast: Forecast, pace?: Pace): string {
  switch (forecast.kind) {
    case 'sentences': {
      const time = pace === undefined ? '' : `, ${formatDuration(forecast.more * pace.seconds)} at your pace`;
      return `About ${formatCounted(forecast.more, 'more sentence')} for the next point of F1${time}.`;
    }
    case 'limit':
      return `More sentences of this kind will hardly improve F1, which levels off at ${percent(forecast.f1)}.`;
    case 'unknown':
      return forecast.reason === 'few-points'
        ? 'After a few more trainings, the page estimates how many more sentences are worthwhile.'
        : 'F1 does not rise steadily, so the page cannot estimate how many more sentences are worthwhile.';
    default:
      return forecast satisfies never;
  }
}

/** F1 over the number of sentences as an SVG path, scaled to its range; undefined for fewer than two points. */
export function curvePath(
  curve: readonly CurvePoint[],
  { width, height }: { width: number; height: number },
): string | undefined {
  if (curve.length < 2) return undefined;
  const [xs, ys] = [curve.map(({ sentences }) => sentences), curve.map(({ f1 }) => f1)];
  const scale = (values: readonly number[], size: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return (value: number) => (high === low ? size / 2 : ((value - low) / (high - low)) * size);
  };
  const [x, y] = [scale(xs, width), scale(ys, height - 4)];
  return curve
    .map(
      ({ sentences, f1 }, i) => `${i === 0 ? 'M' : 'L'}${x(sentences).toFixed(1)} ${(height - 2 - y(f1)).toFixed(1)}`,
    )
    .join('');
}

/** Formats a score in [0, 1] with one decimal, since intervals are too wide for two. */
function percent(value: number): string {
  return (value * 100).toFixed(1);
}
