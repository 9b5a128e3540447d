import * as v from 'valibot';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import type { EpochReport } from '../model/events.ts';
import type { SavedRun } from '../runs/saved-run.ts';
import type { HostWeights } from '../model/weights.ts';
import { knownSettings, scores } from './bundle-format.ts';
import { check, list, Mismatch, number, object, oneOf, record, text, whole, type Schema } from './checks.ts';
import { readSafetensors, writeSafetensors } from './safetensors.ts';

const floats = v.pipe(
  list(number),
  v.transform((values) => Float32Array.from(values)),
);

const report: Schema<EpochReport> = object({
  epoch: whole(1),
  trainLoss: number,
  devLoss: number,
  dev: scores,
  learningRate: number,
  tokensPerSecond: number,
  seconds: number,
  bestEpoch: whole(0),
  transitions: object({ transitions: floats, start: floats, end: floats }),
});

/** The metadata entry `run`, as JSON. */
const savedRun = object({
  format: oneOf('tagsmith-run'),
  version: oneOf(1),
  config: record(v.unknown()),
  fingerprint: text,
  epoch: whole(1),
  step: whole(1),
  optimizerUpdates: whole(0),
  averageUpdates: whole(0),
  best: object({ epoch: whole(1), scores }),
  reports: list(report),
});

/** Prefixes of tensor names. `best` is omitted if it equals the current average, or the current weights. */
type Group = 'weights' | 'optimizer' | 'average' | 'best';

/** The tensor without a group. */
const LOSSES = 'losses';

/** The metadata entry `crc32` is first in the file: 8 hexadecimal digits, the checksum of all bytes with zeros at their place. */
const BEFORE_CHECKSUM = new TextEncoder().encode('12345678{"__metadata__":{"crc32":"').fill(0, 0, 8);
const NO_CHECKSUM = '00000000';

/** Writes a run as one safetensors file. */
export function writeSavedRun({ config, fingerprint, checkpoint }: SavedRun): Uint8Array<ArrayBuffer> {
  const { epoch, step, weights, optimizer, average, best, reports, losses } = checkpoint;
  const scored = average?.weights ?? weights;
  const groups: Partial<Record<Group, HostWeights>> = {
    weights,
    optimizer: optimizer.slots,
    ...(average && { average: average.weights }),
    ...(best.weights !== scored && { best: best.weights }),
  };
  const runJson: v.InferOutput<typeof savedRun> = {
    format: 'tagsmith-run',
    version: 1,
    config: { ...config },
    fingerprint,
    epoch,
    step,
    optimizerUpdates: optimizer.updates,
    averageUpdates: average?.updates ?? 0,
    best: { epoch: best.epoch, scores: best.scores },
    reports: [...reports],
  };
  const grouped = Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members).map(([name, tensor]) => [`${group}/${name}`, tensor] as const),
  );
  const run = JSON.stringify(runJson, (_, value: unknown) => (value instanceof Float32Array ? [...value] : value));
  const tensors = { ...Object.fromEntries(grouped), [LOSSES]: { shape: [losses.length], values: losses } };
  const bytes = writeSafetensors(tensors, { crc32: NO_CHECKSUM, run });
  putChecksum(bytes, crc32(bytes).toString(16).padStart(8, '0'));
  return bytes;
}

/**
 * Reads a saved run.
 *
 * @throws StudioError BadInput if anything is wrong with it
 */
export function readSavedRun(bytes: Uint8Array): SavedRun {
  try {
    return savedRunOf(bytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StudioError(
      'BadInput',
      `The run cannot be resumed because its checkpoint cannot be read: ${reason.replace(/\.$/, '')}.`,
      {
        cause,
      },
    );
  }
}

function putChecksum(bytes: Uint8Array, digits: string): void {
  bytes.set(new TextEncoder().encode(digits), BEFORE_CHECKSUM.length);
}

/** The checksum that a file should have. */
function checksumOf(file: Uint8Array): string {
  const bytes = file.slice();
  putChecksum(bytes, NO_CHECKSUM);
  return crc32(bytes).toString(16).padStart(8, '0');
}

function savedRunOf(bytes: Uint8Array): SavedRun {
  const { tensors, metadata } = readSafetensors(bytes);
  const { config, fingerprint, epoch, step, optimizerUpdates, averageUpdates, best, reports } = check(
    savedRun,
    JSON.parse(metadata['run'] ?? 'null'),
    'run',
  );
  if (metadata['crc32'] !== checksumOf(bytes)) throw new Mismatch('its checksum is wrong: the file is damaged');
  for (const [name, { values }] of Object.entries(tensors)) {
    if (name !== LOSSES && !values.every(Number.isFinite)) throw new Mismatch(`${name} has values that are not finite`);
  }
  const groupOf = (group: Group): HostWeights | undefined => {
    const members = Object.entries(tensors).filter(([name]) => name.startsWith(`${group}/`));
    if (members.length === 0) return undefined;
    return Object.fromEntries(members.map(([name, tensor]) => [name.slice(group.length + 1), tensor]));
  };
  const required = (group: Group): HostWeights => {
    const members = groupOf(group);
    if (members === undefined) throw new Mismatch(`it has no tensors ${group}/…`);
    return members;
  };
  const losses = tensors[LOSSES];
  if (losses === undefined) throw new Mismatch(`it has no tensor ${LOSSES}`);
  const weights = required('weights');
  const averaged = groupOf('average');
  return {
    config: knownSettings(config),
    fingerprint,
    checkpoint: {
      epoch,
      step,
      weights,
      optimizer: { updates: optimizerUpdates, slots: required('optimizer') },
      average: averaged && { updates: averageUpdates, weights: averaged },
      best: { ...best, weights: groupOf('best') ?? averaged ?? weights },
      reports,
      losses: losses.values,
    },
  };
}
