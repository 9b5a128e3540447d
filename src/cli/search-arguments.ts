import { FIELD_NAMES } from '../config/schema.ts';
import { nearestPreset } from '../config/recipe-file.ts';
import { defaultRanges, parseRange, type Ranges } from '../search/ranges.ts';
import { COMMAND_OPTIONS } from './command-options.ts';
import { parseConfig } from './config-arguments.ts';
import { SEARCH_MINUTES, type SearchOptions } from './options.ts';
import { parse, parseColumns, parseCount, parseDevice, parseTagColumn, required } from './parse-options.ts';
import { UsageError } from './usage.ts';

/** @throws UsageError */
export function parseSearch(args: string[]): SearchOptions {
  const { values } = parse('search', args, COMMAND_OPTIONS.search, 0);
  const { embeddings, vectors, from, vary = [], resume, out } = values;
  if (embeddings !== undefined && vectors !== undefined) {
    throw new UsageError('--vectors is the same as --embeddings: remove one of them.', 'search');
  }
  if (values.config !== undefined && from !== undefined) {
    throw new UsageError('--config has all settings: remove --from.', 'search');
  }
  if (resume && out === undefined)
    throw new UsageError('--resume needs --out DIR, the folder of the search.', 'search');
  const { config, recipe } = parseConfig('search', { ...values, preset: from });
  return {
    train: required('search', '--train FILE', values.train),
    dev: values.dev ?? [],
    test: [],
    embeddings: embeddings ?? vectors,
    gazetteers: values.gazetteer ?? [],
    inputColumns: parseColumns(values.columns),
    encoder: values.encoder,
    config,
    recipe,
    presetId: recipe?.presetId ?? from ?? nearestPreset(config),
    budget: 60 * parseMinutes(values.budget),
    ranges: vary.length === 0 ? defaultRanges(config) : Object.fromEntries(vary.map(parseVaried)),
    out,
    resume,
    device: parseDevice('search', values.device),
    threads: parseCount('search', '--threads', values.threads),
    tagColumn: parseTagColumn('search', values['tag-column']),
    json: values.json,
    force: values.force,
  };
}

function parseMinutes(value: string | undefined): number {
  if (value === undefined) return SEARCH_MINUTES;
  const minutes = value.trim() === '' ? NaN : Number(value);
  if (minutes > 0 && Number.isFinite(minutes)) return minutes;
  throw new UsageError(`--budget is ${value}: expected minutes, a number above 0.`, 'search');
}

function parseVaried(text: string): [string, Ranges[keyof Ranges]] {
  const cut = text.indexOf('=');
  if (cut < 0) throw new UsageError(`--vary ${text}: expected name=range, as in learningRate=0.0005..0.01.`, 'search');
  const name = FIELD_NAMES.find((field) => field === text.slice(0, cut));
  if (name === undefined) {
    throw new UsageError(
      `--vary: unknown setting ${text.slice(0, cut)}: expected one of ${FIELD_NAMES.join(', ')}.`,
      'search',
    );
  }
  const parsed = parseRange(name, text.slice(cut + 1));
  if ('problem' in parsed) throw new UsageError(`--vary ${text}: ${parsed.problem}.`, 'search');
  return [name, parsed.range];
}
