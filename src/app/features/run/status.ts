import type { RunConfig } from '../../../config/schema.ts';
import { TEACHERS } from '../../../config/unlabelled.ts';
import { figureText } from '../../../eval/figure-text.ts';
import { scoreName } from '../../../eval/scores.ts';
import type { ErrorCode } from '../../../lib/errors.ts';
import type { Seconds } from '../../../lib/units.ts';
import type { RecordedEpoch } from '../../stores/runs/thinned-epochs.ts';
import { progressShare, totalSeconds, secondsLeft, type RunState } from '../../../runs/run-state.ts';
import type { Progress, Workspace } from '../../../workers/wire/payloads.ts';
import { ERROR_TITLES, remedyOf } from '../../trainer/errors.ts';
import { formatBytes, formatCount, formatCounted, formatDuration, formatScore } from '../../look/format.ts';
import { studyScoreName, summariesOf } from '../../stores/runs/study-results.ts';
import type { RunPhase } from '../../stores/runs/run.ts';
import { isOfPool, type Study } from '../../stores/runs/study.ts';

/** The text of `Run status` begins with one of these words. */
export type StatusWord = 'Idle' | 'Loading' | 'Training' | 'Paused' | 'Finished' | 'Stopped' | 'Failed';

export interface Status {
  word: StatusWord;
  /** Changes rarely, and is announced. */
  detail: string;
  /** Changes constantly: shown, but not announced. */
  pace?: string;
  /** The second line: the result, and what to do next. */
  note?: string;
  /** The finished share of the task, in [0, 1]; undefined without a task, or if its length is unknown. */
  share?: number;
}

/** The inputs of the status. */
export interface Situation {
  device: { phase: 'opening' | 'open' | 'failed'; error?: { code: ErrorCode; message: string } };
  run: RunPhase;
  state: RunState;
  config: RunConfig;
  best: RecordedEpoch | undefined;
  /** The study that the run belongs to, if it has several seeds. */
  seeds?: Study | undefined;
  workspace: Workspace;
  isReading: boolean;
  /** Whether the first files are being read. */
  isOpening: boolean;
  progress: Progress | undefined;
  /** From the start of the task to its last report. */
  elapsed: Seconds;
  /** The run that made the model. */
  maker?: string | undefined;
  /** The result of `otherTagger`. */
  tagger?: string | undefined;
}

/** The title of the page: the state of the run, for users who are in another tab. */
export function titleOf({ run, state, config, best }: Pick<Situation, 'run' | 'state' | 'config' | 'best'>): string {
  const score = best && formatScore(best.dev.overall.f1);
  const epoch = `${Math.max(1, state.epoch)}/${config.epochs}`;
  const parts = {
    idle: [],
    preparing: [],
    training: [epoch, score],
    paused: ['Paused', epoch, score],
    finished: [score === undefined ? '✓' : `✓ ${score}`],
    stopped: ['Stopped', score],
    failed: ['Failed'],
  }[run.phase].filter((part) => part !== undefined);
  return parts.length === 0 ? 'Tagsmith' : `${parts.join(' · ')} – Tagsmith`;
}

const PURPOSE = 'This page trains models that find names in text.';
const PRIVACY = 'No byte of your text leaves this machine.';

export function statusOf(situation: Situation): Status {
  const { run, device, isReading, isOpening, progress } = situation;
  switch (run.phase) {
    case 'training':
      return training(situation);
    case 'paused':
      return { ...training(situation), word: 'Paused', pace: 'Try uses the current weights' };
    case 'preparing':
      return { word: 'Loading', detail: 'the run', ...loading(progress, situation.elapsed) };
    case 'idle':
    case 'finished':
    case 'stopped':
    case 'failed':
      break;
    default:
      return run satisfies never;
  }
  if (isReading) {
    const status = { word: 'Loading', detail: 'files', ...loading(progress, situation.elapsed) } as const;
    return isOpening ? { ...status, note: `${PURPOSE} ${PRIVACY}` } : status;
  }
  if (run.phase === 'failed') return failed(situation, run.error.code, run.error.message, run.crashed);
  if (device.phase === 'opening') return { word: 'Loading', detail: 'the device' };
  if (device.phase === 'failed')
    return failed(situation, device.error?.code ?? 'NoDevice', device.error?.message ?? '');
  if (run.phase === 'idle') return idle(situation);
  return ended(situation);
}

function training({ state, config: { epochs }, best, seeds }: Situation): Status {
  const { runs, times } = { runs: seeds?.runs.length ?? 1, times: seeds?.times ?? 1 };
  const before = Math.max(0, seeds?.current ?? 0);
  const which = seeds === undefined ? '' : `${placeIn(seeds, before)}, `;
  const status: Status = { word: 'Training', detail: `${which}epoch ${Math.max(1, state.epoch)} of ${epochs}` };
  const notes = [
    ...(best ? [`best ${devScore(best)} at epoch ${best.epoch}`] : []),
    ...(seeds && before > 0 ? [seedsReached(seeds)] : []),
  ];
  if (notes.length > 0) status.note = notes.join('; ');
  if (!state.facts || state.facts.tokensPerEpoch === 0) return status;
  const own = before === runs - 1 ? times - before : 1; // the last run, a student, may take longer than the others
  status.share = (before + own * progressShare(state, epochs)) / times;
  if (state.tokensPerSecond === 0) return status;
  const others = (times - before - own) * totalSeconds(state, epochs);
  const left = formatDuration(secondsLeft(state, epochs) + others);
  const doing = state.scoringSince === undefined ? `${formatCount(state.tokensPerSecond)} tokens/s` : 'scoring dev';
  status.pace = `${doing} · about ${left} left`;
  return status;
}

const TASKS: Record<Progress['task'], string> = {
  reading: '',
  encoder: 'encoder ',
  encoding: 'the run: features of words with ',
  vectors: 'vectors ',
  timing: 'the run: timing a few steps on ',
  measuring: 'training steps on ',
  scoring: 'sentences to score ',
  tagging: 'text to tag ',
  checking: 'labels to check ',
  distilling: 'a student of ',
};

function loading(progress: Progress | undefined, elapsed: Seconds): Partial<Status> {
  if (progress === undefined) return {};
  const { task, name, done, total, unit } = progress;
  const amount = (value: number) => (unit === 'bytes' ? formatBytes(value) : formatCounted(value, unit.slice(0, -1)));
  const perSecond = Math.round(done / elapsed);
  const speed = elapsed >= 0.5 && perSecond > 0 ? ` · ${amount(perSecond)} a second` : '';
  if (total === 0) return { detail: `${TASKS[task]}${name}`, pace: `${amount(done)}${speed}` };
  const percent = Math.floor((done / total) * 100);
  const left =
    task === 'encoding' && speed !== '' ? ` · about ${formatDuration((elapsed * (total - done)) / done)} left` : '';
  return {
    detail: `${TASKS[task]}${name}`,
    pace: `${percent}% of ${amount(total)}${speed}${left}`,
    share: done / total,
  };
}

function idle({ workspace: { files, model, blockers }, maker }: Situation): Status {
  const idle = (detail: string, note: string): Status => ({ word: 'Idle', detail, note });
  const training = files.filter(({ role }) => role === 'train');
  if (model && training.length === 0) {
    return idle(
      'a model is loaded',
      'Try a sentence, add a file to score or a text to tag, or add a training file to train further.',
    );
  }
  if (files.length === 0) {
    return idle('add a training file to begin', `CoNLL columns, CSV, or JSON from an annotation tool. ${PRIVACY}`);
  }
  if (blockers.length > 0) return idle('not ready to train yet', blockers.join(' '));
  if (model) return idle('ready to train', `${maker ?? model.name} is in use: ${NEXT} it.`);
  return training.some(({ isSample }) => isSample)
    ? idle(
        'ready to train a model that finds names in text',
        `A sample is loaded: press Train, drop files, or annotate text. ${PRIVACY}`,
      )
    : idle('ready to train', `Press Train. ${PRIVACY}`);
}

/** Possible next steps with a model. */
const NEXT = 'try a sentence, score a file, or export';

function ended({ run, best, state, workspace, config, seeds, tagger }: Situation): Status {
  if (run.phase !== 'finished' && run.phase !== 'stopped') return { word: 'Idle', detail: '' };
  const { reason, bestEpoch } = run.done;
  const kept = best
    ? `Best ${devScore(best)} at epoch ${bestEpoch}${seeds ? ` of ${runNamed(seeds, config.seed)}` : ''}`
    : 'No epoch was finished, so there are no scores';
  const isOther = best !== undefined && tagger !== undefined;
  const isKept = best === undefined || isOther ? '' : ': its weights are kept';
  const next = isOther ? `${tagger} is in use: ${NEXT} it.` : `${upperFirst(NEXT)} the model.`;
  const stoppedIn = best ? `in epoch ${state.epoch}` : 'before the end of the first epoch';
  const reached = run.phase === 'finished' ? `after ${formatCounted(state.epoch, 'epoch')}` : stoppedIn;
  const why =
    reason === 'patience' && !seeds
      ? `: no better dev ${best ? scoreName(best.dev) : 'F1'} for ${config.patience}`
      : '';
  return {
    word: run.phase === 'finished' ? 'Finished' : 'Stopped',
    detail: seeds ? seedsReached(seeds) : `${reached}${why}`,
    note: `${kept}${isKept}.${workspace.model ? ` ${next}` : ''}`,
    ...(run.phase === 'finished' ? { share: 1 } : {}),
  };
}

function failed({ best, state }: Situation, code: ErrorCode, message: string, crashed = false): Status {
  const where = state.epoch > 0 ? `, in epoch ${state.epoch}` : '';
  let kept = '';
  if (crashed) kept = 'Files, recipe and curves are kept. The last saved model is in Runs.';
  else if (best) kept = `Kept: epoch ${best.epoch}, ${devScore(best)}.`;
  const note = [message, kept, remedyOf(code)].filter((part) => part !== undefined && part !== '').join(' ');
  return { word: 'Failed', detail: `${lowerFirst(ERROR_TITLES[code])}${where}`, note };
}

/** `dev F1 94.52`, `dev token accuracy 96.10` */
const devScore = ({ dev }: RecordedEpoch) => `dev ${scoreName(dev)} ${formatScore(dev.overall.f1)}`;

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** `seed 2 of 5`, `teacher 2 of 3`, `student` */
function placeIn(study: Study, index: number): string {
  if (!isOfPool(study)) return `seed ${index + 1} of ${study.runs.length}`;
  return index < TEACHERS ? `teacher ${index + 1} of ${TEACHERS}` : 'student';
}

/** `seed 7`, `teacher 2`, `the student` */
function runNamed(study: Study, seed: number): string {
  if (!isOfPool(study)) return `seed ${seed}`;
  const index = study.runs.findIndex((run) => run.seed === seed);
  return index < TEACHERS ? `teacher ${index + 1}` : 'the student';
}

/** The result of several seeds: `after 5 seeds, dev F1 94.52 ± 0.15`; of teachers and a student, once
 * it is known: `with a student 1.48 better than the best teacher`. */
export function seedsReached(study: Study): string {
  if (study.pool?.difference) {
    const { difference } = study.pool.difference;
    if (difference === 0) return 'with a student as good as the best teacher';
    return `with a student ${formatScore(Math.abs(difference))} ${difference > 0 ? 'better' : 'worse'} than the best teacher`;
  }
  const [summary] = summariesOf(study);
  const one = isOfPool(study) ? 'teacher' : 'seed';
  if (summary?.dev === undefined) return `before the end of the first ${one}`;
  const f1 = figureText(summary.dev, (figures) => figures.f1);
  const agreed = study.pool?.agreed === 0 ? ', which agree on no sentence' : '';
  return `after ${formatCounted(summary.dev.runs, one)}${agreed}, dev ${studyScoreName(study)} ${f1}`;
}
