import { closest } from '../lib/closest.ts';
import { StudioError } from '../lib/errors.ts';
import { PRESETS, presetById } from './presets.ts';
import { DEFAULT_CONFIG, FIELD_NAMES, type RunConfig } from './schema.ts';
import { configProblems, describeProblems } from './validate.ts';

/** Checksums of the data of a run (`dataFingerprints` in src/runs); undefined: no data with that role. */
export type DataFingerprints = Partial<Record<DataPart, string>>;

const DATA_PARTS = ['train', 'dev', 'test', 'vectors'] as const;
type DataPart = (typeof DATA_PARTS)[number];

/** A recipe, and the data that it was used on, if known. */
export interface SavedRecipe {
  presetId: string;
  config: RunConfig;
  /** Number of runs, with consecutive seeds starting at that of `config`. */
  seeds: number;
  /** Whether it also learns from text without labels, with teachers and a student in place of `seeds`. */
  unlabelled?: true | undefined;
  data?: DataFingerprints | undefined;
  /** How files are read, where the user has decided it. */
  readings?: Readings | undefined;
  /** The forms of these files (`Corpus.form`), by name: other files of the same form are read in the same way. */
  forms?: Readonly<Record<string, string>> | undefined;
}

/** The `CorpusOptions` of files, by name. They are checked when a file is read with them. */
export type Readings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The readings of files, and the forms of these files. */
export type KnownReadings = Pick<SavedRecipe, 'readings' | 'forms'>;

const FORMAT = 'tagsmith-recipe';
const VERSION = 1;
/** What a recipe has; `metrics.json` and models have more. */
const PARTS = ['format', 'version', 'preset', 'config', 'seeds', 'unlabelled', 'data', 'readings', 'forms'];
/** Most runs of one recipe. */
export const MOST_SEEDS = 1000;

/** Writes all settings, so that the file does not depend on the presets of a version. */
export function writeRecipeFile({ presetId, config, ...further }: SavedRecipe): string {
  const settings = Object.fromEntries(FIELD_NAMES.map((name) => [name, config[name]]));
  const { seeds, unlabelled, data, readings, forms } = further;
  const head = { format: FORMAT, version: VERSION, preset: presetId, config: settings };
  const recipe = { ...head, seeds, unlabelled, data, readings, forms };
  return `${JSON.stringify(recipe, null, 2)}\n`;
}

/** Whether a file that begins like this may be read by `readRecipeFile`: a recipe or `metrics.json`. */
export function looksLikeRecipe(head: string): boolean {
  return /^\uFEFF?\s*\{/.test(head) && (head.includes(`"${FORMAT}"`) || /"config"\s*:\s*\{/.test(head));
}

/**
 * Reads the recipe in a JSON file: a saved recipe, `metrics.json`, or `config.json` of a model. Settings that it lacks get the values of
 * its preset, or the defaults.
 *
 * @throws StudioError BadConfig
 */
export function readRecipeFile(file: string, text: string): SavedRecipe {
  const fail = (problem: string, cause?: unknown): never => {
    throw new StudioError('BadConfig', `${file} cannot be read as a recipe: ${problem}`, { cause });
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    fail(`it is not JSON (${error instanceof Error ? error.message : String(error)}).`, error);
  }
  const content = asRecord(parsed);
  const settings = asRecord(content?.['config']);
  if (content === undefined || settings === undefined) {
    return fail('it has no object config. Expected a saved recipe, metrics.json or a model.');
  }
  const { format, version, preset } = content;
  if (format === FORMAT && version !== VERSION) {
    return fail(`its version is ${JSON.stringify(version)}: expected ${VERSION}.`);
  }
  const named = typeof preset === 'string' ? presetById(preset) : undefined;
  if (preset !== undefined && named === undefined) {
    return fail(`unknown preset ${JSON.stringify(preset)}: expected one of ${PRESETS.map(({ id }) => id).join(', ')}.`);
  }
  const { seeds, seed } = runsIn(content);
  const unknown = unknownIn(settings, FIELD_NAMES);
  if (unknown !== undefined) return fail(`unknown setting ${unknown}`);
  const isResult = format !== FORMAT && ['format', 'device', 'epochs', 'runs'].some((part) => part in content);
  const further = isResult ? undefined : unknownIn(content, PARTS);
  if (further !== undefined) return fail(`unknown part ${further} Settings are in config.`);
  const written = settings as Partial<RunConfig>;
  const config = { ...(named?.config ?? DEFAULT_CONFIG), ...written, ...(seed === undefined ? {} : { seed }) };
  const problems = configProblems(config);
  if (problems.length > 0) return fail(describeProblems(problems));
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > MOST_SEEDS) {
    return fail(`seeds is ${seeds}: expected a whole number from 1 to ${MOST_SEEDS}.`);
  }
  const misplaced = (['data', 'readings', 'forms'] as const).find(
    (part) => content[part] !== undefined && asRecord(content[part]) === undefined,
  );
  if (misplaced !== undefined)
    return fail(`${misplaced} is ${JSON.stringify(content[misplaced])}: expected an object.`);
  const readings = readingsIn(content);
  const forms = formsIn(content);
  return {
    presetId: named?.id ?? nearestPreset(config),
    config,
    ...(content['unlabelled'] ? { seeds: 1, unlabelled: true } : { seeds }),
    data: dataIn(content),
    ...(readings && { readings }),
    ...(forms && { forms }),
  };
}

/**
 * What the user has decided about the reading of files; columns that are inputs are settings of a run.
 *
 * @returns undefined if nothing was decided
 */
export function readingsOf(
  files: readonly { name: string; settings?: Readonly<object> | undefined }[],
): Readings | undefined {
  const decided = files.flatMap(({ name, settings = {} }) => {
    const parts = Object.entries(settings).filter(([part, value]) => value !== undefined && part !== 'inputColumns');
    return parts.length === 0 ? [] : [[name, Object.fromEntries(parts)] as const];
  });
  return decided.length === 0 ? undefined : Object.fromEntries(decided);
}

/** The forms of the files whose reading was decided, by name. */
export function formsOf(
  readings: Readings | undefined,
  files: readonly { name: string; form?: string | undefined }[],
): Record<string, string> | undefined {
  const known = files.flatMap(({ name, form }) =>
    form !== undefined && readings?.[name] !== undefined ? [[name, form] as const] : [],
  );
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** The file whose reading holds for a file: the one of its name, or else the last one of its form. */
export function readingFor(
  { readings = {}, forms = {} }: KnownReadings,
  name: string,
  form: string | undefined,
): string | undefined {
  if (Object.hasOwn(readings, name)) return name;
  return Object.keys(readings).findLast((other) => form !== undefined && forms[other] === form);
}

/** The preset with the fewest settings that differ. */
export function nearestPreset(config: RunConfig): string {
  const differences = (preset: RunConfig) => FIELD_NAMES.filter((name) => preset[name] !== config[name]).length;
  const counts = PRESETS.map((preset) => differences(preset.config));
  return PRESETS[counts.indexOf(Math.min(...counts))]!.id;
}

/** Describes the differences between `actual` and `expected` data, for users; empty if they are the same. */
export function dataDifferences(expected: DataFingerprints, actual: DataFingerprints): string[] {
  return DATA_PARTS.flatMap((part) => {
    const [was, is] = [expected[part], actual[part]];
    if (was === is) return [];
    if (is === undefined) return [`${NAMES[part]} are missing`];
    return [was === undefined ? `there were no ${NAMES[part]}` : `${NAMES[part]} differ`];
  });
}

const NAMES: Record<DataPart, string> = {
  train: 'training data',
  dev: 'dev data',
  test: 'test data',
  vectors: 'vectors',
};

/** Formats fingerprints for an address, `1f3a9c04.-.-.400000x100`: train, dev, test, vectors. */
export function writeFingerprints(data: DataFingerprints): string {
  return DATA_PARTS.map((part) => data[part] ?? '-').join('.');
}

/** @returns undefined if the text is not valid */
export function readFingerprints(text: string): DataFingerprints | undefined {
  const parts = text.split('.');
  if (parts.length !== DATA_PARTS.length || !parts.every((part) => /^(-|[0-9a-f]{8}|\d+x\d+)$/.test(part)))
    return undefined;
  return Object.fromEntries(DATA_PARTS.map((name, i) => [name, parts[i]] as const).filter(([, part]) => part !== '-'));
}

/** The first name that is none of these, with the similar one; undefined if all are known. */
function unknownIn(written: Readonly<Record<string, unknown>>, known: readonly string[]): string | undefined {
  const name = Object.keys(written).find((one) => !known.includes(one));
  if (name === undefined) return undefined;
  const similar = closest(name, known);
  return similar === undefined ? `${name}.` : `${name}. Did you mean ${similar}?`;
}

/** `metrics.json` has the settings of the best run; the seed of the recipe is that of the first run. */
function runsIn({ seeds, runs }: Record<string, unknown>): { seeds: number; seed?: number } {
  if (!Array.isArray(runs)) return { seeds: seeds === undefined ? 1 : typeof seeds === 'number' ? seeds : NaN };
  const seed = asRecord(runs[0])?.['seed'];
  return { seeds: runs.length, ...(typeof seed === 'number' && { seed }) };
}

/** A recipe contains the fingerprints directly, `metrics.json` in the description of each file. */
function dataIn({ data }: Record<string, unknown>): DataFingerprints | undefined {
  const parts = asRecord(data);
  if (parts === undefined) return undefined;
  const found = DATA_PARTS.flatMap((part) => {
    const value = asRecord(parts[part])?.['fingerprint'] ?? parts[part];
    return typeof value === 'string' ? [[part, value] as const] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function readingsIn({ readings }: Record<string, unknown>): Readings | undefined {
  const files = Object.entries(asRecord(readings) ?? {});
  return readingsOf(files.map(([name, settings]) => ({ name, settings: asRecord(settings) })));
}

function formsIn({ forms }: Record<string, unknown>): Record<string, string> | undefined {
  const known = Object.entries(asRecord(forms) ?? {}).filter(
    (form): form is [string, string] => typeof form[1] === 'string',
  );
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
