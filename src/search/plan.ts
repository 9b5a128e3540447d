import { FIELD_NAMES, type RunConfig } from '../config/schema.ts';
import type { Seconds } from '../lib/units.ts';
import { ETA } from './levels.ts';
import { Ledger } from './ledger.ts';
import { mostPromoted, promoted, type Ranked } from './promotion.ts';
import { drawConfig } from './sample.ts';
import { bestCandidates, noiseOf } from './standings.ts';
import type { SearchSpec, Trial, TrialPlan, TrialResult } from './state.ts';
import { verdictOf } from './verdict.ts';

type Trials = Generator<TrialPlan, void, TrialResult>;

interface Candidate {
  id: number;
  config: RunConfig;
}

/** Runs of the starting recipe at the lowest level, which measure noise and speed. */
const NOISE_SEEDS = 3;
/** Further seeds per recipe in the confirmation. */
const CONFIRMING_SEEDS = 5;
const MOST_CONFIRMING_SEEDS = 10;
/** Fewer seeds cannot distinguish two recipes. */
const LEAST_CONFIRMING_SEEDS = 2;
/** Share of the budget that is planned for confirmation. */
const CONFIRMING_SHARE = 0.35;
/** Share of the budget that measuring the noise may take. */
const NOISE_SHARE = 0.1;
/** Most recipes that are drawn. Beyond this, the gain from another recipe is within the noise. */
const MOST_CANDIDATES = 100;
/** How often a recipe is redrawn if it duplicates an earlier one. */
const REDRAWS = 5;
/** Offset between redraws: larger than every candidate number. */
const MOST_DRAWN = 1000;
/** Reserve for the final training, in full trainings of the start: a good recipe may be slower than the start. */
const LARGER = 1.5;
/** From the second bracket on, every other candidate is drawn near one of this many best ones. */
const NEIGHBOURS_OF = 4;

/**
 * A search as a generator of trials, which receives the result of each: Hyperband (Li et al. 2018, arXiv 1603.06560, algorithm 1) within a
 * budget in seconds. Its brackets begin at different levels, from many short trainings to few full ones, and each rung promotes a third.
 * Promoted candidates are trained again from scratch, since a falling learning rate is planned for the epochs of a level.
 *
 * 1. Noise and speed: the starting recipe at the lowest level, with three seeds.
 * 2. Brackets, within the budget that is not reserved for the next steps.
 * 3. Confirmation: full trainings of the best one or two candidates and of the starting recipe, with further seeds.
 * 4. A full training of the best recipe.
 *
 * A pure function of `spec` and the results: `nextTrial` resumes a search from the results so far.
 */
export function* searchPlan(spec: SearchSpec): Trials {
  const ledger = new Ledger(spec);
  const start: Candidate = { id: 0, config: spec.start };
  const candidates: Candidate[] = [start];
  yield* measureNoise(spec, ledger, start);
  const full = ledger.cost(spec.start, 0);
  const final = Math.min(LARGER * full, spec.budget / 3);
  const confirming = Math.min(2 * CONFIRMING_SEEDS * LARGER * full, CONFIRMING_SHARE * spec.budget);
  const isConfirmed = confirming >= 2 * LEAST_CONFIRMING_SEEDS * full;
  yield* brackets(spec, ledger, candidates, final + (isConfirmed ? confirming : 0));
  yield* confirm(spec, ledger, candidates, final);
  const best = candidates[verdictOf(ledger.trials).best] ?? start;
  yield* tried(ledger, ledger.plan('final', best.id, best.config, 0));
}

/** The next trial of a search; undefined if it is over. @throws Error if `trials` belong to another search */
export function nextTrial(spec: SearchSpec, trials: readonly Trial[]): TrialPlan | undefined {
  const plan = searchPlan(spec);
  let step = plan.next();
  for (const [i, trial] of trials.entries()) {
    if (step.done === true || !isSame(step.value, trial.plan))
      throw new Error(`Trial ${i + 1} does not belong to this search.`);
    step = plan.next(trial.result);
  }
  return step.done === true ? undefined : step.value;
}

function isSame(a: TrialPlan, b: TrialPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function* tried(ledger: Ledger, plan: TrialPlan): Generator<TrialPlan, TrialResult, TrialResult> {
  const result = yield plan;
  ledger.add(plan, result);
  return result;
}

function* measureNoise({ start, budget }: SearchSpec, ledger: Ledger, { id, config }: Candidate): Trials {
  const lowest = ledger.levels.length - 1;
  for (let i = 0; i < NOISE_SEEDS; i++) {
    const isTooLong = budget - ledger.left + ledger.cost(config, lowest) > NOISE_SHARE * budget;
    if (i > 0 && isTooLong) return;
    yield* tried(ledger, ledger.plan('noise', id, config, lowest, { seed: start.seed + i }));
  }
}

/** @param reserve time that must remain for the later steps */
function* brackets(spec: SearchSpec, ledger: Ledger, candidates: Candidate[], reserve: Seconds): Trials {
  const deepest = ledger.levels.length - 1;
  for (let bracket = 0; candidates.length < MOST_CANDIDATES; bracket++) {
    const level = deepest - (bracket % (deepest + 1));
    const planned = Math.ceil(((deepest + 1) / (level + 1)) * ETA ** level);
    // Until one bracket has reached a full training, brackets that cannot afford one end at a lower level.
    const tops = bracket === 0 ? Array.from({ length: level + 1 }, (_, top) => top) : [0];
    const affordable = tops.map((top) => ({ top, size: affordableSize(spec, ledger, level, top, planned, reserve) }));
    const chosen = affordable.find(({ size }) => size >= Math.min(planned, ETA));
    if (chosen === undefined) {
      if (level === deepest) return;
      continue; // this bracket is too expensive; a deeper one may not be
    }
    const entering = bracket === 0 ? candidates.slice() : [];
    while (entering.length < chosen.size) {
      const id = candidates.length;
      const near = bracket > 0 && id % 2 === 1 ? neighbour(ledger, candidates, id) : undefined;
      const config = drawNew(spec, candidates, id, near);
      candidates.push({ id, config });
      entering.push(candidates[id]!);
    }
    yield* rungs(ledger, entering, { bracket, level, top: chosen.top, reserve });
  }
}

/** Draws a recipe that differs from all earlier ones, unless the ranges have hardly any others. */
function drawNew(
  { start, ranges }: SearchSpec,
  candidates: readonly Candidate[],
  id: number,
  near: RunConfig | undefined,
): RunConfig {
  const searched = FIELD_NAMES.filter((name) => name in ranges); // all candidates have the other settings of `start`
  const keyOf = (config: RunConfig) => JSON.stringify(searched.map((name) => config[name]));
  const known = new Set(candidates.map(({ config }) => keyOf(config)));
  for (let draw = 0; ; draw++) {
    const config = drawConfig(start, ranges, start.seed, id + draw * MOST_DRAWN, near);
    if (draw === REDRAWS || !known.has(keyOf(config))) return config;
  }
}

/** One of the best candidates so far, round robin. */
function neighbour(ledger: Ledger, candidates: readonly Candidate[], id: number): RunConfig | undefined {
  const best = bestCandidates(ledger.trials).slice(0, NEIGHBOURS_OF);
  return candidates[best[Math.floor(id / 2) % best.length] ?? -1]?.config;
}

/** How many candidates of a bracket the budget allows, at most `planned`. */
function affordableSize(
  { start }: SearchSpec,
  ledger: Ledger,
  level: number,
  top: number,
  planned: number,
  reserve: Seconds,
): number {
  const costOf = (size: number) => {
    let [seconds, entering] = [0, size];
    for (let at = level; at >= top; at--) {
      seconds += entering * ledger.cost(start, at);
      entering = mostPromoted(entering);
    }
    return seconds;
  };
  let size = planned;
  while (size > 0 && costOf(size) > ledger.left - reserve) size--;
  return size;
}

interface Bracket {
  bracket: number;
  level: number;
  top: number;
  reserve: Seconds;
}

/** Trains the candidates of a bracket at its level, the promoted ones at the next, and so on, while there is time. */
function* rungs(ledger: Ledger, entering: readonly Candidate[], { bracket, level, top, reserve }: Bracket): Trials {
  let rung = entering;
  for (let at = level; at >= top; at--) {
    const results: Ranked[] = [];
    for (const { id, config } of rung) {
      const known = id === 0 ? ledger.scores('noise', at).get(0)?.[0] : undefined; // has the same seed
      if (known !== undefined) {
        results.push({ candidate: id, f1: known });
        continue;
      }
      if (results.length > 0 && ledger.cost(config, at) > ledger.left - reserve) break;
      const { f1 } = yield* tried(ledger, ledger.plan('search', id, config, at, { bracket }));
      results.push({ candidate: id, f1 });
    }
    const next = promoted(results, noiseOf(ledger.trials));
    rung = next.flatMap((id) => rung.filter((candidate) => candidate.id === id));
    const isOver = at === top || rung.length === 0 || ledger.cost(rung[0]!.config, at - 1) > ledger.left - reserve;
    if (isOver) return;
  }
}

/** Full trainings of the starting recipe and the best one or two candidates with further seeds, seed by seed. */
function* confirm(spec: SearchSpec, ledger: Ledger, candidates: readonly Candidate[], reserve: Seconds): Trials {
  const best = bestCandidates(ledger.trials).map((id) => candidates[id]!);
  const seedsOf = (arms: readonly Candidate[]) => {
    const seconds = arms.reduce((sum, { config }) => sum + ledger.cost(config, 0), 0);
    return Math.min(MOST_CONFIRMING_SEEDS, Math.floor((ledger.left - reserve) / seconds));
  };
  const start = candidates[0]!;
  const three = [start, ...best.slice(0, 2)];
  const arms = seedsOf(three) >= CONFIRMING_SEEDS ? three : [start, ...best.slice(0, 1)];
  const seeds = seedsOf(arms);
  if (arms.length < 2 || seeds < LEAST_CONFIRMING_SEEDS) return;
  for (let i = 0; i < seeds; i++) {
    if (i > 0 && seedsOf(arms) === 0) return; // they took longer than estimated
    const seed = spec.start.seed + NOISE_SEEDS + i;
    for (const { id, config } of arms) yield* tried(ledger, ledger.plan('confirm', id, config, 0, { seed }));
  }
}
