import { DEFAULT_CONFIG, FIELD_NAMES, type RunConfig } from '../config/schema.ts';
import { configProblems, describeProblems } from '../config/validate.ts';
import { Mismatch } from './checks.ts';

/** The settings of a file, which may be of another version: those that came later have their defaults. */
export function knownSettings(config: Record<string, unknown>): RunConfig {
  const found = new Map(Object.entries(config));
  const known = Object.fromEntries(
    FIELD_NAMES.map((name) => [name, found.has(name) ? found.get(name) : DEFAULT_CONFIG[name]]),
  ) as RunConfig;
  const problems = configProblems(known);
  if (problems.length > 0) throw new Mismatch(describeProblems(problems));
  return known;
}
