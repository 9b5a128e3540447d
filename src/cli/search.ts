import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIELD_NAMES } from '../config/schema.ts';
import { writeRecipeFile } from '../config/recipe-file.ts';
import { StudioError, throwIfAborted } from '../lib/errors.ts';
import { dataFingerprints } from '../runs/data-fingerprints.ts';
import type { RunSource } from '../runs/prepare.ts';
import { requireSearchedData, searchedData, searchRuns } from '../runs/search.ts';
import { study } from '../runs/study.ts';
import { levelsOf } from '../search/levels.ts';
import { nextTrial } from '../search/plan.ts';
import { bestRecipe, candidateName, levelText } from '../search/report.ts';
import { readSearchFile, writeSearchFile } from '../search/state-file.ts';
import type { SearchSpec, SearchState, Trial, TrialPlan } from '../search/state.ts';
import { computeFeatures } from './encoder-features.ts';
import { exists, failedTo, makeFolder, removeAbandoned, writeAtomically } from './files.ts';
import { duration } from './format.ts';
import { INITIAL_RUN_STATE, reduce } from '../runs/run-state.ts';
import type { SearchOptions } from './options.ts';
import { showProgress } from './progress.ts';
import { RunDevice } from './run-device.ts';
import { runStudy, type StudyOutcome } from './run-study.ts';
import { searchRecord, searchSummary, TRIAL_HEADER, trialRecord, trialRow } from './search-format.ts';
import type { Terminal } from './terminal.ts';
import { loadTrainInputs } from './train-inputs.ts';
import { refuseToOverwriteModel, writeMetrics, writeModel } from './train-outputs.ts';

const STATE_FILE = 'search.json';
const RECIPE_FILE = 'recipe.json';

/** `tagsmith search`. Aborting `signal` ends it after the current step; the results so far are written. */
export async function searchCommand(terminal: Terminal, options: SearchOptions, signal: AbortSignal): Promise<void> {
  const { out, json } = options;
  const resumed = await savedSearch(options);
  if (resumed !== undefined && nextTrial(resumed.spec, resumed.trials) === undefined) {
    terminal.note(`The search in ${out} has finished: there is nothing to resume.`);
    return;
  }
  const inputs = await loadTrainInputs(terminal, options, signal);
  const spec = resumed?.spec ?? specOf(options, inputs.source);
  if (resumed !== undefined) requireSearchedData(spec, searchedData(spec.start, inputs.source));
  if (out !== undefined) {
    await makeFolder(out);
    await removeAbandoned(out);
  }
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);

  await computeFeatures(terminal, [spec.start], inputs, signal);
  const search = new Search(terminal, options, { spec, trials: resumed?.trials ?? [] });
  search.begin();
  await search.runTrials(inputs.source, runDevice, signal);
  const { state } = search;
  if (state.trials.length === 0) throwIfAborted(signal);
  if (json) terminal.print(JSON.stringify(searchRecord(state)));
  else terminal.print(searchSummary(state));
  if (out !== undefined) {
    const data = dataFingerprints({ ...inputs.corpora, vectors: inputs.vectors });
    const recipe = { presetId: options.presetId, config: bestRecipe(state), seeds: 1, data };
    await writeAtomically(join(out, RECIPE_FILE), writeRecipeFile(recipe));
    terminal.note(`Wrote the best recipe to ${join(out, RECIPE_FILE)}.`);
  }
  if (signal.aborted) {
    if (out !== undefined) terminal.note('To resume, run the same command with --resume.');
    return;
  }
  const { best, runs, failure } = await search.trainBest(inputs.source, runDevice, signal);
  if (out !== undefined && best !== undefined && !signal.aborted) {
    const path = await writeModel(terminal, out, best, inputs, device);
    await writeMetrics(out, inputs, { device, runs, best });
    terminal.note(`Wrote its model to ${path} and its metrics to metrics.json in the same folder.`);
  }
  if (failure !== undefined) throw failure;
}

/** A search on a terminal. Writes its state after each trial. */
class Search {
  readonly #terminal: Terminal;
  readonly #options: SearchOptions;
  readonly #spec: SearchSpec;
  readonly #trials: Trial[];

  constructor(terminal: Terminal, options: SearchOptions, { spec, trials }: SearchState) {
    this.#terminal = terminal;
    this.#options = options;
    this.#spec = spec;
    this.#trials = [...trials];
  }

  get state(): SearchState {
    return { spec: this.#spec, trials: this.#trials };
  }

  /** Prints the search space, and the trials of a resumed search. */
  begin(): void {
    const { start, ranges, budget } = this.#spec;
    const levels = levelsOf(this.#spec).map(({ epochs, share }) => levelText({ config: { ...start, epochs }, share }));
    this.#terminal.note(
      `search: ${Object.keys(ranges).length} settings, ${duration(budget)}; trainings of ${levels.toReversed().join(', then ')}`,
    );
    if (this.#trials.length > 0) this.#terminal.note(`Resuming after trial ${this.#trials.length}.`);
    if (!this.#options.json) this.#terminal.print(TRIAL_HEADER);
    this.#trials.forEach((trial, i) => this.#print(trial, i));
  }

  async runTrials(source: RunSource, device: RunDevice, signal: AbortSignal): Promise<void> {
    let progress = INITIAL_RUN_STATE;
    for await (const event of searchRuns(this.state, source, { signal, device })) {
      if (event.kind === 'trial') progress = INITIAL_RUN_STATE;
      if (event.kind === 'result') await this.#add(event);
      if (event.kind !== 'run' || event.event.kind !== 'train' || event.event.event.kind === 'checkpoint') continue;
      const { event: train } = event.event;
      progress = reduce(progress, train, performance.now() / 1000);
      if (train.kind === 'start' || train.kind === 'done') continue; // shown in the row of the trial
      const title = { epochs: event.plan.config.epochs, prefix: this.#prefix(event.index, event.plan) };
      showProgress(this.#terminal, title, train, progress);
    }
  }

  /** The full training of the best recipe. It becomes a trial when it has ended. */
  async trainBest(source: RunSource, device: RunDevice, signal: AbortSignal): Promise<StudyOutcome> {
    const plan = nextTrial(this.#spec, this.#trials)!;
    this.#terminal.note(`Training ${candidateName(plan.candidate)} fully: ${levelText(plan)}.`);
    const run = { label: 'search', config: bestRecipe(this.state), vectors: true, share: 1 };
    const began = performance.now();
    const outcome = await runStudy(this.#terminal, study([run], source, { signal, device }), () => '', {});
    const result = outcome.runs[0]?.result;
    if (result === undefined || signal.aborted) return outcome;
    const { overall } = result.dev;
    await this.#add({
      plan,
      result: {
        f1: overall.f1,
        precision: overall.precision,
        recall: overall.recall,
        bestEpoch: result.bestEpoch,
        parameters: result.parameters,
        seconds: (performance.now() - began) / 1000,
        problem: undefined,
      },
    });
    return outcome;
  }

  async #add({ plan, result }: Trial): Promise<void> {
    this.#trials.push({ plan, result });
    this.#print({ plan, result }, this.#trials.length - 1);
    const { out } = this.#options;
    if (out !== undefined) await writeAtomically(join(out, STATE_FILE), writeSearchFile(this.state));
  }

  #print(trial: Trial, index: number): void {
    const text = this.#options.json
      ? JSON.stringify(trialRecord(this.#spec, trial, index))
      : trialRow(this.#spec, trial, index);
    this.#terminal.print(text);
  }

  #prefix(index: number, { candidate, config }: TrialPlan): string {
    return `trial ${index + 1}, ${candidateName(candidate)}, seed ${config.seed}: `;
  }
}

function specOf({ config, ranges, budget }: SearchOptions, source: RunSource): SearchSpec {
  return { start: config, ranges, budget, data: searchedData(config, source) };
}

/**
 * Reads the search to resume, if there is one.
 *
 * @throws StudioError BadInput if there is no search to resume, it was started with other options, or a search would be overwritten
 */
async function savedSearch(options: SearchOptions): Promise<SearchState | undefined> {
  const { out, resume, force } = options;
  if (out === undefined) return undefined;
  const path = join(out, STATE_FILE);
  const isThere = await exists(path);
  if (!resume) {
    if (isThere && !force) {
      throw new StudioError(
        'BadInput',
        `A search already exists: ${path}. Resume it with --resume, or start over with --force.`,
      );
    }
    await refuseToOverwriteModel({ out, force, resume });
    return undefined;
  }
  if (!isThere) {
    throw new StudioError(
      'BadInput',
      `There is no search to resume: ${path} does not exist. It is written after the first training. To start a search, remove --resume.`,
    );
  }
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw failedTo('read', path, error);
  });
  const state = readSearchFile(path, text);
  requireSameOptions(path, state.spec, options);
  return state;
}

function requireSameOptions(path: string, { start, ranges, budget }: SearchSpec, options: SearchOptions): void {
  const differences = FIELD_NAMES.filter((name) => start[name] !== options.config[name]).map(
    (name) => `${name}=${String(start[name])}, not ${String(options.config[name])}`,
  );
  if (budget !== options.budget) differences.push(`--budget ${budget / 60}, not ${options.budget / 60}`);
  if (JSON.stringify(ranges) !== JSON.stringify(options.ranges)) differences.push('other ranges');
  if (differences.length === 0) return;
  throw new StudioError(
    'BadInput',
    `The search in ${path} was started with other options: ${differences.join('; ')}. Use those to resume it.`,
  );
}
