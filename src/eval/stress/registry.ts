import { capitals } from './capitals.ts';
import type { StressTest } from './change.ts';
import { exchangedNames, listedNames } from './exchanged-names.ts';
import { lowerCase } from './lower-case.ts';
import { typos } from './typos.ts';
import { unseenNames } from './unseen-names.ts';

/** In the order of tables. */
export const STRESS_TESTS: readonly StressTest[] = [
  lowerCase,
  capitals,
  typos,
  exchangedNames,
  listedNames,
  unseenNames,
];
