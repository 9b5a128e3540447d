import { presetById } from '../../config/presets.ts';
import { readRecipeFile } from '../../config/recipe-file.ts';
import type { Score } from '../../eval/scores.ts';
import type { RunConfig } from '../../config/schema.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { learningRateAt } from '../../model/schedule.ts';
import type {
  ReportedConfusion,
  ReportedData,
  ReportedEpoch,
  ReportedScores,
  ReportedSeed,
  RunReport,
} from '../../report/run-report.ts';

type Json = Readonly<Record<string, unknown>>;

const ROLES = ['train', 'dev', 'test'] as const;
const REASONS = ['finished', 'patience', 'stopped', 'failed'] as const;

/**
 * Reads the run of `metrics.json`, without its matrix and errors.
 *
 * @param writtenAt when the file was written: the end of the run
 * @throws StudioError BadConfig, BadInput
 */
export function reportOfMetrics(file: string, text: string, name: string, writtenAt: Milliseconds): RunReport {
  const { presetId, config } = readRecipeFile(file, text);
  const metrics = objectOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  const epochs = listOf(metrics['epochs']).map((one, i) => epochOf(file, config, objectOf(one), i));
  if (epochs.length === 0) {
    throw new StudioError('BadInput', `${file} has no epochs: expected metrics.json of tagsmith train.`);
  }
  const data = objectOf(metrics['data']);
  const seconds = epochs.reduce((sum, epoch) => sum + epoch.seconds, 0);
  const test = scoresOf(objectOf(metrics['test']));
  return {
    name,
    startedAt: Math.max(0, writtenAt - 1000 * seconds),
    preset: presetById(presetId)?.name ?? presetId,
    config,
    data: dataOf(data),
    device: textOf(objectOf(metrics['device'])['description']) ?? 'an unknown device',
    reason: REASONS.find((reason) => reason === metrics['reason']),
    epochs,
    seeds: listOf(metrics['runs']).flatMap((run) => seedOf(objectOf(run))),
    scored: test === undefined ? [] : [{ file: filesOf(objectOf(data['test'])) || 'test', overall: test.overall }],
    matrix: undefined,
    confusion: confusionOf(
      objectOf(metrics['confusion']),
      filesOf(objectOf(data['dev'])) || 'dev (held out from train)',
    ),
    errors: { missing: 'Not known: this report was made without a tagged file (tagsmith report DIR --errors FILE).' },
  };
}

function epochOf(file: string, config: RunConfig, record: Json, index: number): ReportedEpoch {
  const byType = typesOf(record['byType']);
  const epoch = numberOf(record['epoch']);
  if (!Number.isSafeInteger(epoch) || epoch < 0 || byType === undefined) {
    throw new StudioError(
      'BadInput',
      `${file}: entry ${index + 1} of epochs has no epoch or byType, or impossible counts. Expected metrics.json of tagsmith train.`,
    );
  }
  return {
    epoch,
    trainLoss: numberOf(record['loss']),
    devLoss: numberOf(record['devLoss']),
    dev: { byType, overall: sumOf(byType) },
    learningRate: learningRateAt(config, epoch - 1), // as the trainer reports it
    tokensPerSecond: finite(record['tokensPerSecond']),
    seconds: finite(record['seconds']),
  };
}

function seedOf(record: Json): ReportedSeed[] {
  const dev = scoresOf(objectOf(record['dev']));
  const reason = REASONS.find((one) => one === record['reason']);
  if (dev === undefined || reason === undefined) return [];
  return [
    { seed: numberOf(record['seed']), reason, dev: dev.overall, test: scoresOf(objectOf(record['test']))?.overall },
  ];
}

function dataOf(data: Json): ReportedData[] {
  const corpora = ROLES.flatMap((role): ReportedData[] => {
    const record = objectOf(data[role]);
    if (Object.keys(record).length === 0) return [];
    const sentences = numberOf(record['sentences']);
    return [
      {
        role,
        files: filesOf(record) || '(held out from train)',
        fingerprint: textOf(record['fingerprint']),
        sentences: Number.isFinite(sentences) ? sentences : undefined,
      },
    ];
  });
  const vectors = objectOf(data['vectors']);
  const file = textOf(vectors['file']);
  if (file === undefined) return corpora;
  return [...corpora, { role: 'vectors', files: file, fingerprint: textOf(vectors['fingerprint']) }];
}

function confusionOf(record: Json, file: string): ReportedConfusion | undefined {
  const types = listOf(record['types']).flatMap((type) => textOf(type) ?? []);
  const counts = listOf(record['counts']).map((row) => listOf(row).map(finite));
  const isSquare = counts.length === types.length + 1 && counts.every((row) => row.length === counts.length);
  return isSquare ? { file, types, counts } : undefined;
}

const filesOf = (record: Json): string =>
  listOf(record['files'])
    .flatMap((name) => textOf(name) ?? [])
    .join(', ');

/** The scores of `evaluate --json`, whose counts are by type. */
function scoresOf(record: Json): ReportedScores | undefined {
  const byType = typesOf(record['byType']);
  return byType && { byType, overall: sumOf(byType) };
}

function typesOf(value: unknown): Record<string, Score> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).map(([type, score]): [string, Score] => [type, scoreOf(objectOf(score))]);
  const isPossible = entries.every(([, score]) => score.correct <= Math.min(score.support, score.predicted));
  return isPossible ? Object.fromEntries(entries) : undefined;
}

function scoreOf(record: Json): Score {
  const [support, predicted, correct] = ['support', 'predicted', 'correct'].map((name) => finite(record[name]));
  return rates(support!, predicted!, correct!);
}

function sumOf(byType: Readonly<Record<string, Score>>): Score {
  const sum = (of: (score: Score) => number) => Object.values(byType).reduce((total, score) => total + of(score), 0);
  return rates(
    sum(({ support }) => support),
    sum(({ predicted }) => predicted),
    sum(({ correct }) => correct),
  );
}

function rates(support: number, predicted: number, correct: number): Score {
  const share = (of: number) => (of === 0 ? 0 : correct / of);
  return {
    support,
    predicted,
    correct,
    precision: share(predicted),
    recall: share(support),
    f1: share((support + predicted) / 2),
  };
}

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** JSON has no NaN: `null` stands for it. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);
/** A count or a time. */
const finite = (value: unknown): number => (Number.isFinite(numberOf(value)) ? Math.max(0, numberOf(value)) : 0);
