import { serializeError } from '../../../lib/errors.ts';
import { bestRecipe, candidateName, levelText, usedText } from '../../../search/report.ts';
import { readSearchFile, writeSearchFile } from '../../../search/state-file.ts';
import type { SearchSpec, SearchState } from '../../../search/state.ts';
import type { SearchRequest, SearchUpdate } from '../../../workers/wire/search.ts';
import { ask, attempt } from '../../trainer/bridge.ts';
import { formatCount } from '../../look/format.ts';
import { recordsAdded, type RunRecord } from '../../stores/runs/history.ts';
import { failureOver, failureReported, noticeAdded } from '../../stores/notices.ts';
import { recipeLoaded, useRecipeStore } from '../../stores/recipe.ts';
import { apartEnded, apartRequested, apartStarted, runPrepared } from '../../stores/runs/run.ts';
import {
  searchAccepted,
  searchBegun,
  searchEnded,
  searchRefused,
  searchRestored,
  settingsOf,
  trialBegun,
  trialEnded,
  trialProgressed,
  useSearchStore,
  type SearchStore,
} from './store.ts';
import { searchShown, studyEnded, useStudyStore } from '../../stores/runs/study.ts';
import { keepResult, readResult, setDamagedResultAside } from '../../keep/kept-results.ts';
import { newRecord } from '../../keep/new-record.ts';
import { begin, ONE_RUN, stop } from '../../trainer/run.ts';
import { runArchive } from '../../keep/run-archive.ts';

interface KeptSearch extends Pick<SearchStore, 'presetId' | 'data'> {
  isFinished: boolean;
  file: string;
}

/** Starts a search from the current recipe. */
export async function startSearch(): Promise<void> {
  const { recipe } = useRecipeStore.getState();
  const parsed = settingsOf(useSearchStore.getState(), recipe.config);
  if ('problem' in parsed) return;
  await search({ start: recipe.config, ...parsed.settings, trials: [] }, recipe.presetId);
}

/** Resumes a search that was stopped, or whose page was closed. A trial in progress is trained again. */
export async function resumeSearch(): Promise<void> {
  const { spec, trials, presetId } = useSearchStore.getState();
  if (spec !== undefined) await search({ ...spec, trials }, presetId, spec);
}

async function search(request: SearchRequest, presetId: string, spec?: SearchSpec): Promise<void> {
  const before = useSearchStore.getState();
  searchBegun(presetId, { ...(spec && { spec }), trials: request.trials });
  showStatus();
  watchFailure();
  const signal = apartRequested();
  const answer = await attempt('search for a recipe', ask('search', request, signal));
  if (answer === undefined) {
    searchRefused(before);
    studyEnded('failed');
    apartEnded();
    return;
  }
  searchAccepted(answer.value);
  keep();
  if (signal.aborted) await stop(); // Stop was pressed too late to prevent the start
}

/** Applies an update of the running search. */
export function receiveSearchUpdate(update: SearchUpdate): void {
  switch (update.kind) {
    case 'trial':
      apartStarted();
      trialBegun({ index: update.index, plan: update.plan, epoch: 1, share: 0 });
      break;
    case 'progress':
      trialProgressed(update.index, update.epoch, update.share);
      showStatus(update.tokensPerSecond);
      return;
    case 'result':
      trialEnded(update.trial);
      keepRun(update);
      break;
    case 'end':
      end(update.reason);
      return;
    default:
      update satisfies never;
  }
  keep();
  showStatus();
}

function end(reason: 'finished' | 'stopped'): void {
  searchEnded(reason);
  keep();
  studyEnded(reason);
  apartEnded();
  if (reason === 'finished') void trainBest();
}

/** Trains the best recipe in full at the end: an ordinary run, whose model becomes the current one. */
async function trainBest(): Promise<void> {
  const state = currentSearch();
  if (state === undefined) return;
  const config = bestRecipe(state);
  const signal = runPrepared(config);
  await begin(config, ONE_RUN, signal, () => ask('start', { config, from: 'scratch' }, signal));
}

/** Applies the best recipe of the search to the page. */
export function applyBestRecipe(): void {
  const state = currentSearch();
  const { presetId } = useSearchStore.getState();
  const { seeds } = useRecipeStore.getState().recipe;
  if (state !== undefined) recipeLoaded({ presetId, config: bestRecipe(state), seeds });
}

export function currentSearch(): SearchState | undefined {
  const { spec, trials } = useSearchStore.getState();
  return spec && { spec, trials };
}

/** Marks the search as stopped after a failure or a crash, so that it can be resumed. */
function watchFailure(): void {
  const unsubscribe = useStudyStore.subscribe(
    ({ active }) => active,
    (active) => {
      if (active === 'search') return;
      unsubscribe();
      if (useSearchStore.getState().phase !== 'running') return;
      searchEnded('stopped');
      keep();
    },
  );
}

/** Restores the search of an earlier session. */
export function restoreSearch(): void {
  const text = readResult('search');
  if (text === null || useSearchStore.getState().phase !== 'none') return;
  try {
    const { presetId, data, isFinished, file } = JSON.parse(text) as KeptSearch;
    const phase = isFinished ? 'finished' : 'stopped';
    searchRestored({ phase, presetId, data }, readSearchFile('The last search', file));
  } catch (error) {
    setDamagedResultAside('search', text);
    failureReported('restore the last search', serializeError(error));
  }
}

function keep(): void {
  const state = currentSearch();
  if (state === undefined) return;
  const { presetId, data, phase } = useSearchStore.getState();
  const kept: KeptSearch = { presetId, data, isFinished: phase === 'finished', file: writeSearchFile(state) };
  if (keepResult('search', JSON.stringify(kept))) return failureOver('store the search');
  noticeAdded({
    kind: 'error',
    title: 'Could not store the search',
    message: 'The browser has no space left for it. If the page is closed, it cannot be resumed.',
  });
}

/** Stores a trial as a run without its model. */
function keepRun({ index, trial: { plan, result }, epochs }: SearchUpdate & { kind: 'result' }): void {
  const { spec, presetId } = useSearchStore.getState();
  const record: RunRecord = {
    ...newRecord(plan.config, presetId),
    name: `Trial ${index + 1}, ${candidateName(plan.candidate)}`,
    startedAt: Date.now() - 1000 * result.seconds,
    sentences: Math.ceil(plan.share * (spec?.data.sentences ?? 0)),
    ...(plan.level > 0 && { partial: levelText(plan) }),
    reason: result.problem === undefined ? 'finished' : 'failed',
    epochs,
  };
  recordsAdded([record]);
  void runArchive.saveRecord(record.id);
}

function showStatus(tokensPerSecond = 0): void {
  const { spec, trials, current } = useSearchStore.getState();
  const budget = spec?.budget ?? 0;
  const spent = trials.reduce((sum, { result }) => sum + result.seconds, 0);
  const which = current && `trial ${current.index + 1}: ${candidateName(current.plan.candidate)}`;
  const speed = tokensPerSecond === 0 ? '' : ` · ${formatCount(tokensPerSecond)} tokens/s`;
  const pace = current && `epoch ${current.epoch} of ${levelText(current.plan)}${speed}`;
  const used = spent === 0 ? '' : `${usedText(spent, budget)} used. `;
  searchShown({
    detail: `search${which === undefined ? '' : `, ${which}`}`,
    ...(pace !== undefined && { pace }),
    note: `${used}The model in use does not change until the best recipe is trained.`,
    share: budget === 0 ? 0 : Math.min(1, spent / budget),
  });
}
