import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_CONFIG, FIELD_NAMES, type RunConfig } from '../../config/schema.ts';
import { nearestPreset, writeRecipeFile } from '../../config/recipe-file.ts';
import type { DeviceChoice } from '../../devices/device.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { Seconds } from '../../lib/units.ts';
import { dataFingerprints } from '../../runs/data-fingerprints.ts';
import type { RunInputs } from '../../runs/inputs.ts';
import type { RunSource } from '../../runs/prepare.ts';
import { requireSearchedData, searchedData, searchRuns, trialResult } from '../../runs/search.ts';
import { study } from '../../runs/study.ts';
import { levelsOf } from '../../search/levels.ts';
import { nextTrial } from '../../search/plan.ts';
import { defaultRanges, parseRange, rangeText, type Ranges } from '../../search/ranges.ts';
import { bestRecipe, budgetText, candidateName, levelText } from '../../search/report.ts';
import { readSearchFile, writeSearchFile } from '../../search/state-file.ts';
import type { SearchedData, SearchSpec, SearchState, Trial, TrialPlan } from '../../search/state.ts';
import { computeFeatures } from '../inputs/encoder-features.ts';
import { exists, failedTo, claimFolder, writeAtomically } from '../files.ts';
import { defineCommand } from '../parsing/command.ts';
import { sharing, text, texts, toggle } from '../parsing/flags.ts';
import { assignment, settingsOf, type RunOptions } from '../runs/run-options.ts';
import { DATA, DEVICE, FORCE, RECIPE, SETTINGS, READING, THREADS } from '../parsing/shared-flags.ts';
import { UsageError } from '../parsing/usage.ts';
import { showProgress } from '../runs/progress.ts';
import { RunDevice } from '../runs/run-device.ts';
import { runStudy, type StudyOutcome } from '../runs/run-study.ts';
import { searchRecord, searchSummary, trialRecord, trialTable } from '../runs/search-format.ts';
import type { Terminal } from '../terminal.ts';
import { loadTrainInputs } from '../runs/train-inputs.ts';
import { refuseToOverwriteModel, writeMetrics, writeModel } from '../runs/train-outputs.ts';

const STATE_FILE = 'search.json';
const RECIPE_FILE = 'recipe.json';

/** Default duration, in minutes. */
const MINUTES = 30;

const { train, dev, embeddings, gazetteer, columns, encoder } = DATA;
const { config, preset, set, seed, epochs } = RECIPE;

export const command = defineCommand({
  name: 'search',
  place: 3,
  summary: 'find a recipe for your data within a time budget',
  about: `
Searches for a better recipe within a time budget: samples recipes from ranges of settings, trains many of them
briefly (fewer epochs, fewer sentences) and the best thirds longer (Hyperband), then trains the best one and the
starting recipe with more seeds. The best one is reported as better only if those seeds show it; otherwise the
result is undecided. Prints a line per training, the recipes, and which settings mattered.`,
  flags: {
    ...sharing('as for tagsmith train; --vectors is the same as --embeddings', {
      train,
      dev,
      embeddings,
      vectors: embeddings,
      gazetteer,
      columns,
      encoder,
    }),
    budget: text('MINUTES', `time for the whole search, in minutes; default: ${MINUTES}`),
    from: text(
      'PRESET',
      'the preset to start from; default: tagsmith. Settings that are not varied are kept',
      preset.values,
    ),
    ...sharing('change the starting recipe, as for tagsmith train. Its epochs are those of a full training', {
      config,
      set,
      seed,
      epochs,
    }),
    vary: texts(
      'NAME=RANGE',
      [
        'vary this setting and only the settings named this way; may be repeated. RANGE: 0.0005..0.01, or 8,16,32. Default:',
        ...Object.entries(defaultRanges(DEFAULT_CONFIG)).map(([name, range]) => `  ${name}=${rangeText(range)}`),
      ].join('\n'),
      SETTINGS,
    ),
    out: text(
      'DIR',
      'folder for search.json (all trials), recipe.json (the best recipe, for --config), and model.zip and metrics.json of its full training',
    ),
    resume: toggle('resume the unfinished search in DIR, with the same files and options'),
    force: FORCE,
    ...READING,
    device: DEVICE,
    threads: THREADS,
    json: toggle('print one line of JSON per training, and one with the outcome'),
  },
  notes: `
Ctrl-C stops after the current step and writes what was found. A search that was stopped or killed resumes with
--resume: an unfinished training is repeated, and the rest is the same as without the interruption.`,
  check({ vectors, from, vary, budget, ...values }): SearchOptions {
    if (values.embeddings !== undefined && vectors !== undefined) {
      throw new UsageError('--vectors is the same as --embeddings: remove one of them.');
    }
    if (values.resume && values.out === undefined) {
      throw new UsageError('--resume needs --out DIR, the folder of the search.');
    }
    const settings = settingsOf({ ...values, preset: from }, '--from');
    return {
      ...values,
      ...settings,
      configForDocuments: undefined,
      test: [],
      embeddings: values.embeddings ?? vectors,
      presetId: settings.recipe?.presetId ?? from ?? nearestPreset(settings.config),
      budget: 60 * minutesOf(budget),
      ranges: vary.length === 0 ? defaultRanges(settings.config) : Object.fromEntries(vary.map(variedRange)),
    };
  },
  trained: () => 'a recipe',
  run: search,
});

interface SearchOptions extends RunOptions {
  budget: Seconds;
  ranges: Ranges;
  /** The preset that the recipe is nearest to. */
  presetId: string;
  out: string | undefined;
  resume: boolean;
  device: DeviceChoice;
  threads: number | undefined;
  json: boolean;
  force: boolean;
}

function minutesOf(given: string | undefined): number {
  if (given === undefined) return MINUTES;
  const minutes = given.trim() === '' ? NaN : Number(given);
  if (minutes > 0 && Number.isFinite(minutes)) return minutes;
  throw new UsageError(`--budget is ${given}: expected minutes, a number above 0.`);
}

function variedRange(given: string): [string, Ranges[keyof Ranges]] {
  const [name, range] = assignment('--vary', given, 'range, as in learningRate=0.0005..0.01');
  const parsed = parseRange(name, range);
  if ('problem' in parsed) throw new UsageError(`--vary ${given}: ${parsed.problem}.`);
  return [name, parsed.range];
}

/** Aborting `signal` ends it after the current step; the results so far are written. */
async function search(terminal: Terminal, options: SearchOptions, signal: AbortSignal): Promise<void> {
  const { out, json } = options;
  const resumed = await savedSearch(options);
  if (resumed !== undefined && nextTrial(resumed.spec, resumed.trials) === undefined) {
    terminal.note(`The search in ${out} has finished: there is nothing to resume.`);
    return;
  }
  const inputs = await loadTrainInputs(terminal, options, signal);
  const spec = resumed?.spec ?? specOf(options, inputs);
  if (resumed !== undefined) requireSearchedData(spec, dataOf(spec.start, inputs));
  if (out !== undefined) {
    await claimFolder(out);
  }
  const runDevice = new RunDevice(terminal, options.threads);
  const device = await runDevice.open(options.device);
  throwIfAborted(signal);

  await computeFeatures(terminal, [spec.start], inputs, signal);
  const running = new Search(terminal, options, { spec, trials: resumed?.trials ?? [] });
  running.begin();
  await running.runTrials(inputs.source, runDevice, signal);
  const { state } = running;
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
  const { best, runs, failure } = await running.trainBest(inputs.source, runDevice, signal);
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
      `search: ${Object.keys(ranges).length} settings, ${budgetText(budget)}; trainings of ${levels.toReversed().join(', then ')}`,
    );
    if (this.#trials.length > 0) this.#terminal.note(`Resuming after trial ${this.#trials.length}.`);
    if (!this.#options.json) this.#terminal.print(trialTable(this.#spec).head);
    this.#trials.forEach((trial, i) => this.#print(trial, i));
  }

  async runTrials(source: RunSource, device: RunDevice, signal: AbortSignal): Promise<void> {
    for await (const event of searchRuns(this.state, source, { signal, device })) {
      if (event.kind === 'result') await this.#add(event);
      if (event.kind !== 'train') continue;
      const { index, plan, event: train, state } = event;
      if (train.kind === 'start' || train.kind === 'done') continue; // shown in the row of the trial
      showProgress(this.#terminal, { epochs: plan.config.epochs, prefix: this.#prefix(index, plan) }, train, state);
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
    await this.#add({
      plan,
      result: trialResult({ result, failure: outcome.failure }, (performance.now() - began) / 1000),
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
      : trialTable(this.#spec).line(trial, index);
    this.#terminal.print(text);
  }

  #prefix(index: number, { candidate, config }: TrialPlan): string {
    return `trial ${index + 1}, ${candidateName(candidate)}, seed ${config.seed}: `;
  }
}

function specOf({ config, ranges, budget }: SearchOptions, inputs: RunInputs): SearchSpec {
  return { start: config, ranges, budget, data: dataOf(config, inputs) };
}

function dataOf(start: RunConfig, { source, corpora, vectors }: RunInputs): SearchedData {
  return searchedData(start, source, dataFingerprints({ ...corpora, vectors }).vectors);
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
