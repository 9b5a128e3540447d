import { FIELD_NAMES } from '../config/schema.ts';
import { metricsOf } from './metrics.ts';
import { bestEpochOf, f1Interval, type RunReport } from './run-report.ts';

/**
 * The run as JSON for experiment trackers with the interface of W&B, such as Trackio: `init(name=…, config=…)`, `log(values, step=…)` for
 * each entry of `history`, and `summary`. Its keys are those of their exports: `_step`, `_timestamp`, `_runtime`.
 */
export function trackerJson(report: RunReport): string {
  const { name, preset, config, data, device, reason, startedAt = 0, seeds, scored } = report;
  const history = metricsOf(report).map(({ step, seconds, values }) => ({
    _step: step,
    _timestamp: startedAt / 1000 + seconds,
    _runtime: seconds,
    epoch: step,
    ...values,
  }));
  const best = bestEpochOf(report.epochs);
  const record = {
    format: 'tagsmith-history',
    version: 1,
    name,
    config: {
      preset,
      ...Object.fromEntries(FIELD_NAMES.map((field) => [field, config[field]])),
      device,
      data: Object.fromEntries(data.map(({ role, files, fingerprint }) => [role, { files, fingerprint }])),
    },
    history,
    summary: {
      state: reason ?? 'running',
      best_epoch: best?.epoch,
      'dev/f1': best?.dev.overall.f1,
      'dev/f1_interval': best && f1Interval(best.dev.overall),
      files: Object.fromEntries(scored.map(({ file, overall }) => [file, overall.f1])),
      seeds: seeds.map(({ seed, dev, test }) => ({ seed, 'dev/f1': dev.f1, 'test/f1': test?.f1 })),
    },
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
