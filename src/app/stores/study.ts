import { DEFAULT_ROWS } from '../../config/ablation.ts';
import type { RunConfig } from '../../config/schema.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { StudyUpdate } from '../../workers/wire/study.ts';
import { createStore } from './create-store.ts';

/** Several runs as one: what is planned, and the result of each. */
export interface Study {
  phase: 'running' | 'finished' | 'stopped' | 'failed';
  /** Of its first run, or the recipe that an ablation changes. */
  config: RunConfig;
  seeds: number;
  /** All that are planned, in their order. */
  runs: readonly StudyRun[];
  /** The index of the current run; -1: none yet. */
  current: number;
  /** Of the current run of an ablation; the run store has that of a seed. */
  progress: RunProgress | undefined;
}

export interface StudyRun {
  label: string;
  seed: number;
  /** Undefined: not finished, or no epoch was scored. */
  result: RunResult | undefined;
  /** Why it failed. */
  problem: string | undefined;
}

export type RunProgress = StudyUpdate & { kind: 'progress' };

/** The tabs of the middle column; RunViews.tsx draws them. */
export type RunView = 'charts' | 'score' | 'inside' | 'annotate' | 'runs' | 'seeds' | 'ablation' | 'search';

export interface SearchStatus {
  detail: string;
  pace?: string;
  note: string;
  /** Of the budget, in [0, 1]. */
  share: number;
}

export interface StudyStore {
  view: RunView;
  /** Of the last Train with several seeds. */
  seeds: Study | undefined;
  /** The last ablation. */
  ablation: Study | undefined;
  /** What is running. */
  active: 'seeds' | 'ablation' | 'search' | undefined;
  /** The search in words, while it is active; `stores/search.ts` has all of it. */
  search: SearchStatus | undefined;
  /** Rows of the ablation that are to be trained, by their ids. */
  chosen: readonly string[];
  /** Whether each of their models is kept as a run. */
  keepsModels: boolean;
}

export const useStudyStore = createStore<StudyStore>({
  view: 'charts',
  seeds: undefined,
  ablation: undefined,
  active: undefined,
  search: undefined,
  chosen: DEFAULT_ROWS,
  keepsModels: false,
});

export function runViewChosen(view: RunView): void {
  useStudyStore.setState({ view });
}

export function rowToggled(id: string): void {
  useStudyStore.setState(({ chosen }) => ({
    chosen: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id],
  }));
}

/** Train was pressed. */
export function keepsModelsChosen(keepsModels: boolean): void {
  useStudyStore.setState({ keepsModels });
}

export function seedsPrepared(config: RunConfig, seeds: number): void {
  useStudyStore.setState(({ view }) =>
    seeds === 1
      ? { seeds: undefined, active: undefined, view: view === 'seeds' ? 'charts' : view }
      : { seeds: planned(config, ['seeds'], seeds), active: 'seeds' },
  );
}

/** The run was refused: restores what was shown before. */
export function studyRefused({ seeds, view }: Pick<StudyStore, 'seeds' | 'view'>): void {
  useStudyStore.setState({ seeds, view, active: undefined });
}

/** Run ablation was pressed. */
export function ablationPrepared(config: RunConfig, labels: readonly string[], seeds: number): void {
  useStudyStore.setState({ ablation: planned(config, labels, seeds), active: 'ablation' });
}

function planned(config: RunConfig, labels: readonly string[], seeds: number): Study {
  const runs = labels.flatMap((label) =>
    Array.from({ length: seeds }, (_, i) => ({
      label,
      seed: config.seed + i,
      result: undefined,
      problem: undefined,
    })),
  );
  return { phase: 'running', config, seeds, runs, current: -1, progress: undefined };
}

export function studyUpdated(update: StudyUpdate): void {
  if (update.kind === 'end') studyEnded(update.reason);
  else changeActive((study) => after(study, update));
}

function after(study: Study, update: Exclude<StudyUpdate, { kind: 'end' }>): Study {
  switch (update.kind) {
    case 'begin':
      return { ...study, current: update.index, progress: undefined };
    case 'progress':
      return { ...study, progress: update };
    case 'result': {
      const { index, result, problem } = update;
      const runs = study.runs.map((run, i) => (i === index ? { ...run, result, problem } : run));
      return { ...study, runs, progress: undefined };
    }
    default:
      return update satisfies never;
  }
}

/** Ends the active study, if there is one. */
export function studyEnded(phase: Exclude<Study['phase'], 'running'>): void {
  changeActive((study) => ({ ...study, phase, progress: undefined }));
  useStudyStore.setState({ active: undefined });
}

function changeActive(change: (study: Study) => Study): void {
  useStudyStore.setState(({ active, seeds, ablation }) => {
    if (active === 'seeds' && seeds !== undefined) return { seeds: change(seeds) };
    if (active === 'ablation' && ablation !== undefined) return { ablation: change(ablation) };
    return {};
  });
}

/** A search begins, or has come further. */
export function searchShown(search: SearchStatus): void {
  useStudyStore.setState({ search, active: 'search' });
}

/** While annotating, files that are dropped on the page are annotated. */
export const selectIsAnnotating = ({ view }: StudyStore): boolean => view === 'annotate';

/** What trains is not the run that the page shows. */
export const selectIsApart = ({ active }: StudyStore): boolean => active === 'ablation' || active === 'search';

export const selectIsAblating = ({ active }: StudyStore): boolean => active === 'ablation';

export const resultsOf = ({ runs }: Study): RunResult[] => runs.flatMap(({ result }) => result ?? []);

/** Whether the open tab has a primary button of its own. */
export const selectHasOwnLead = ({ view }: StudyStore): boolean =>
  view === 'annotate' || view === 'ablation' || view === 'search';
