import type { RunConfig } from '../../../config/schema.ts';
import { POOL_RUNS, STUDENT } from '../../../config/unlabelled.ts';
import type { F1Difference } from '../../../eval/f1-difference.ts';
import { isStudentKept } from '../../../eval/kept-student.ts';
import { bestRun, type RunResult } from '../../../eval/runs.ts';
import type { RunProgress, StudyUpdate } from '../../../workers/wire/study.ts';
import { createStore } from '../create-store.ts';
import { dataInWords, selectData, useWorkspaceStore } from '../workspace.ts';

/** Several runs that belong together, with the result of each. */
export interface Study {
  phase: 'running' | 'finished' | 'stopped' | 'failed';
  /** Configuration of the first run, or the recipe that an ablation changes. */
  config: RunConfig;
  seeds: number;
  /** `trained on a.train, scored on a.dev` */
  data: string;
  /** All planned runs, in order. */
  runs: readonly StudyRun[];
  /** How many times as long they take as the first one, about. */
  times: number;
  /** Index of the current run; -1: none yet. */
  current: number;
  /** Progress of the current run of an ablation; that of a seed is in the run store. */
  progress: RunProgress | undefined;
  /** What the teachers and the student make of text without labels, as far as it is known. */
  pool?: { agreed: number; of: number; difference?: F1Difference } | undefined;
  /** The ablation whose table comes back when these runs have ended. */
  earlier?: Study | undefined;
}

export interface StudyRun {
  /** Of its record, if its model is kept. */
  id: string;
  label: string;
  seed: number;
  /** Undefined: the run has not finished, or no epoch was scored. */
  result: RunResult | undefined;
  /** Why it failed. */
  problem: string | undefined;
}

/** The tabs of the middle column, which RunViews.tsx renders. */
export type RunView =
  | 'charts'
  | 'score'
  | 'inside'
  | 'annotate'
  | 'runs'
  | 'seeds'
  | 'ablation'
  | 'search'
  | 'lessons'
  | 'documents';

export interface SearchStatus {
  detail: string;
  pace?: string;
  note: string;
  /** Used share of the budget, in [0, 1]. */
  share: number;
}

export interface StudyStore {
  view: RunView;
  /** The last run with several seeds, or with teachers and a student. */
  seeds: Study | undefined;
  /** The last ablation. */
  ablation: Study | undefined;
  /** The running study. */
  active: 'seeds' | 'ablation' | 'search' | undefined;
  /** Status texts of the active search; its state is in `stores/search.ts`. */
  search: SearchStatus | undefined;
  /** Whether the model of each row is stored as a run. */
  keepsModels: boolean;
}

export const useStudyStore = createStore<StudyStore>({
  view: 'charts',
  seeds: undefined,
  ablation: undefined,
  active: undefined,
  search: undefined,
  keepsModels: false,
});

export function runViewChosen(view: RunView): void {
  useStudyStore.setState({ view });
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

/** Teachers and a student are prepared, which have consecutive seeds. */
export function poolPrepared(config: RunConfig): void {
  const study = planned(config, ['seeds'], POOL_RUNS.length);
  const runs = study.runs.map((run, i) => ({ ...run, label: POOL_RUNS[i]! }));
  useStudyStore.setState({ seeds: { ...study, runs }, active: 'seeds' });
}

/** It is known how long teachers and student take. @param times see `timesAsLong` */
export function poolPlanned(times: number): void {
  useStudyStore.setState(({ seeds }) => ({ seeds: seeds && { ...seeds, times } }));
}

/** Another model came into use than that of the seeds. */
export function seedsForgotten(): void {
  useStudyStore.setState(({ view }) => ({ seeds: undefined, view: view === 'seeds' ? 'charts' : view }));
}

/** The run was refused: restores the previous state. */
export function studyRefused({ seeds, view }: Pick<StudyStore, 'seeds' | 'view'>): void {
  useStudyStore.setState({ seeds, view, active: undefined });
}

/** Run ablation was pressed. @param isAside the table of the ablation before comes back afterwards */
export function ablationPrepared(config: RunConfig, labels: readonly string[], seeds: number, isAside = false): void {
  useStudyStore.setState(({ ablation }) => ({
    ablation: { ...planned(config, labels, seeds), earlier: isAside ? (ablation?.earlier ?? ablation) : undefined },
    active: 'ablation',
  }));
}

/** Shows the ablation of an earlier session. */
export function ablationRestored(restored: Study): void {
  useStudyStore.setState(({ ablation }) => (ablation === undefined ? { ablation: restored } : {}));
}

function planned(config: RunConfig, labels: readonly string[], seeds: number): Study {
  const runs = labels.flatMap((label) =>
    Array.from({ length: seeds }, (_, i) => ({
      id: crypto.randomUUID(),
      label,
      seed: config.seed + i,
      result: undefined,
      problem: undefined,
    })),
  );
  const data = dataInWords(selectData(useWorkspaceStore.getState()));
  return { phase: 'running', config, seeds, data, runs, times: runs.length, current: -1, progress: undefined };
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
    case 'labelled':
      return { ...study, pool: { agreed: update.agreed, of: update.of } };
    case 'compared':
      return { ...study, pool: study.pool && { ...study.pool, difference: update.difference } };
    default:
      return update satisfies never;
  }
}

/** Ends the active study, if there is one. */
export function studyEnded(phase: Exclude<Study['phase'], 'running'>): void {
  changeActive((study) => study.earlier ?? { ...study, phase, progress: undefined });
  useStudyStore.setState({ active: undefined });
}

function changeActive(change: (study: Study) => Study): void {
  useStudyStore.setState(({ active, seeds, ablation }) => {
    if (active === 'seeds' && seeds !== undefined) return { seeds: change(seeds) };
    if (active === 'ablation' && ablation !== undefined) return { ablation: change(ablation) };
    return {};
  });
}

/** Updates the status of the active search. */
export function searchShown(search: SearchStatus): void {
  useStudyStore.setState({ search, active: 'search' });
}

/** Whether Annotate is open: files that are dropped on the page are then added to the set. */
export const selectIsAnnotating = ({ view }: StudyStore): boolean => view === 'annotate';

/** Whether the open tab also takes the third column. */
export const selectIsWide = ({ view }: StudyStore): boolean =>
  view === 'annotate' || view === 'lessons' || view === 'documents';

/** Whether the training is not the run on the page. */
export const selectIsApart = ({ active }: StudyStore): boolean => active === 'ablation' || active === 'search';

export const selectIsAblating = ({ active }: StudyStore): boolean => active === 'ablation';

/** Whether the runs are teachers and a student, which learn from text without labels. */
export const isOfPool = ({ runs }: Study): boolean => runs[0]?.label === POOL_RUNS[0];

export const resultsOf = ({ runs }: Study): RunResult[] => runs.flatMap(({ result }) => result ?? []);

/** The result of the run whose model is kept. */
export function keptResult(study: Study): RunResult | undefined {
  const difference = study.pool?.difference;
  if (difference === undefined) return bestRun(resultsOf(study));
  const student = resultsOf(study).find(({ label }) => label === STUDENT);
  return student !== undefined && isStudentKept(difference)
    ? student
    : bestRun(resultsOf(study).filter((result) => result !== student));
}

/** Whether the open tab has a primary button of its own. */
export const selectHasOwnLead = ({ view }: StudyStore): boolean =>
  view === 'annotate' || view === 'ablation' || view === 'search';
