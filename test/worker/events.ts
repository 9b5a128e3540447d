import type { TrainEvent } from '../../src/model/events.ts';
import type { ModelInfo } from '../../src/workers/wire/payloads.ts';
import type { StudyUpdate } from '../../src/workers/wire/study.ts';
import type { Sent } from './trainer.ts';

export type Start = TrainEvent & { kind: 'start' };

/** The sent events as words: their kinds or names. Consecutive `steps` may be merged. */
export function kinds(sent: readonly Sent[]): string {
  return sent.map(({ name, payload }) => (name === 'train' || name === 'study' ? payload.kind : name)).join(' ');
}

export function train<Kind extends TrainEvent['kind']>(
  sent: readonly Sent[],
  kind: Kind,
): (TrainEvent & { kind: Kind })[] {
  return sent.flatMap(({ name, payload }) =>
    name === 'train' && payload.kind === kind ? [payload as TrainEvent & { kind: Kind }] : [],
  );
}

export function updates<Kind extends StudyUpdate['kind']>(
  sent: readonly Sent[],
  kind: Kind,
): (StudyUpdate & { kind: Kind })[] {
  return sent.flatMap(({ name, payload }) =>
    name === 'study' && payload.kind === kind ? [payload as StudyUpdate & { kind: Kind }] : [],
  );
}

export function models(sent: readonly Sent[]): ModelInfo[] {
  return sent.flatMap((one) => (one.name === 'model' && one.payload.model ? [one.payload.model] : []));
}

/** The best epoch among the first epochs; of equal ones the first. */
export function bestOf(reports: readonly { dev: { overall: { f1: number } } }[]): number {
  const f1s = reports.map(({ dev }) => dev.overall.f1);
  return f1s.indexOf(Math.max(...f1s)) + 1;
}
