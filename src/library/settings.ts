import { PRESETS, presetById } from '../config/presets.ts';
import { FIELD_NAMES, type RunConfig } from '../config/schema.ts';
import { checkConfig } from '../config/validate.ts';
import { StudioError } from '../lib/errors.ts';

/**
 * The settings of a preset with changes.
 *
 * @throws StudioError BadConfig for a preset or setting that does not exist, and for values out of bounds
 */
export function resolveSettings(presetId: string, changes: Partial<RunConfig>): RunConfig {
  const preset = presetById(presetId);
  if (preset === undefined) {
    const names = PRESETS.map(({ id }) => id).join(', ');
    throw new StudioError('BadConfig', `Unknown preset ${presetId}: expected one of ${names}.`);
  }
  const unknown = Object.keys(changes).find((name) => FIELD_NAMES.every((field) => field !== name));
  if (unknown !== undefined) {
    throw new StudioError('BadConfig', `Unknown setting ${unknown}: expected one of ${FIELD_NAMES.join(', ')}.`);
  }
  const config = { ...preset.config, ...changes };
  checkConfig(config);
  return config;
}
