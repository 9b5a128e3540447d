import { FIELD_NAMES, FIELDS, type RunConfig } from '../config/schema.ts';
import { configProblems } from '../config/validate.ts';
import { crc32 } from '../lib/crc32.ts';
import { StudioError } from '../lib/errors.ts';
import { nextTrial } from './plan.ts';
import type { SearchState } from './state.ts';

const FORMAT = 'tagsmith-search';
const VERSION = 1;

/** Formats a search as JSON, with a checksum. */
export function writeSearchFile(state: SearchState): string {
  const { spec, trials } = state;
  return `${JSON.stringify({ format: FORMAT, version: VERSION, checksum: checksumOf({ spec, trials }), spec, trials }, null, 1)}\n`;
}

/**
 * Reads a file of `writeSearchFile`.
 *
 * @throws StudioError BadInput if it is damaged, or from a version of the studio with other settings or plans
 */
export function readSearchFile(file: string, text: string): SearchState {
  const fail = (problem: string, cause?: unknown): never => {
    throw new StudioError('BadInput', `${file} cannot be resumed: ${problem} Start a new search.`, { cause });
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    fail(`it is not JSON (${error instanceof Error ? error.message : String(error)}).`, error);
  }
  if (!isFile(parsed)) return fail('it is not the state of a search.');
  if (parsed.version !== VERSION) return fail(`its version is ${String(parsed.version)}, expected ${VERSION}.`);
  const { spec, trials } = parsed;
  if (checksumOf({ spec, trials }) !== parsed.checksum) return fail('it is damaged: its checksum does not match.');
  const state = { spec, trials };
  const problem = searchProblem(state);
  return problem === undefined ? state : fail(problem);
}

/** Why this version of the studio cannot resume a search (its settings or plans may differ), as a sentence; undefined if it can. */
export function searchProblem({ spec, trials }: SearchState): string | undefined {
  const isOther = (config: RunConfig) =>
    Object.keys(config).length !== FIELD_NAMES.length || FIELD_NAMES.some((name) => !(name in config));
  if (isOther(Object(spec.start) as RunConfig) || configProblems(spec.start).length > 0)
    return 'it was written by a version with other settings.';
  if (Object.keys(Object(spec.ranges) as object).some((name) => !(name in FIELDS)))
    return 'it was written by a version with other settings.';
  try {
    nextTrial(spec, trials);
  } catch {
    return 'it was written by a version that plans searches differently.';
  }
  return undefined;
}

type SearchFile = SearchState & { version: unknown; checksum: string };

/** Whether a value is a search whose checksum matches its contents. */
function isFile(value: unknown): value is SearchFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === FORMAT &&
    'version' in value &&
    'checksum' in value &&
    typeof value.checksum === 'string' &&
    'spec' in value &&
    typeof value.spec === 'object' &&
    value.spec !== null &&
    'trials' in value &&
    Array.isArray(value.trials)
  );
}

function checksumOf(state: SearchState): string {
  return crc32(new TextEncoder().encode(JSON.stringify(state)))
    .toString(16)
    .padStart(8, '0');
}
