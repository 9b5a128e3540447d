import type { FieldName, RunConfig } from '../../../config/schema.ts';
import type { Seconds } from '../../../lib/units.ts';
import { minutesText } from '../../../search/report.ts';
import { parseRange, rangeText, defaultRanges, type Ranges } from '../../../search/ranges.ts';
import type { SearchSpec, SearchState, Trial, TrialPlan } from '../../../search/state.ts';
import { createStore } from '../../stores/create-store.ts';
import { dataInWords, selectData, useWorkspaceStore } from '../../stores/workspace.ts';

export interface SearchStore {
  /** Phase of the last search. `stopped`: it can be resumed. */
  phase: 'none' | 'running' | 'stopped' | 'finished';
  /** Undefined until its data are known. */
  spec: SearchSpec | undefined;
  trials: readonly Trial[];
  /** The preset of the starting recipe. */
  presetId: string;
  /** `trained on a.train, scored on a.dev`; undefined: of a search that was stored without it. */
  data: string | undefined;
  current: RunningTrial | undefined;
  /** Input for the next search: minutes as typed, and changes of the settings to vary. */
  minutes: string;
  changed: Partial<Record<FieldName, VariedText>>;
}

export interface RunningTrial {
  index: number;
  plan: TrialPlan;
  epoch: number;
  /** Trained share of the trial, in [0, 1]. */
  share: number;
}

/** Input for a setting to vary. */
export interface VariedText {
  isVaried: boolean;
  text: string;
}

/** Default minutes of a search. */
const MINUTES = 30;

export const useSearchStore = createStore<SearchStore>({
  phase: 'none',
  spec: undefined,
  trials: [],
  presetId: '',
  data: undefined,
  current: undefined,
  minutes: String(MINUTES),
  changed: {},
});

/** The search was refused: restores the previous one. */
export function searchRefused(before: SearchStore): void {
  useSearchStore.setState(before);
}

export function minutesTyped(minutes: string): void {
  useSearchStore.setState({ minutes });
}

export function variedChanged(field: FieldName, varied: VariedText): void {
  useSearchStore.setState(({ changed }) => ({ changed: { ...changed, [field]: varied } }));
}

/** A setting to vary, with the problem of its range. */
export interface Varied extends VariedText {
  field: FieldName;
  problem: string | undefined;
}

export function variedOf(start: RunConfig, changed: SearchStore['changed']): Varied[] {
  const ranges = Object.entries(defaultRanges(start)) as [FieldName, NonNullable<Ranges[FieldName]>][];
  return ranges.map(([field, range]) => {
    const { isVaried, text } = changed[field] ?? { isVaried: true, text: rangeText(range) };
    const parsed = parseRange(field, text);
    return { field, isVaried, text, problem: isVaried && 'problem' in parsed ? parsed.problem : undefined };
  });
}

/** The settings of the next search. */
export interface SearchSettings {
  budget: Seconds;
  ranges: Ranges;
}

/** @returns the settings, or `problem`: why a search cannot start */
export function settingsOf(
  { minutes, changed }: Pick<SearchStore, 'minutes' | 'changed'>,
  start: RunConfig,
): { settings: SearchSettings } | { problem: string } {
  const budget = 60 * Number(minutes.replace(',', '.'));
  if (minutes.trim() === '' || !(budget > 0) || budget === Infinity) {
    return { problem: 'The budget is a number of minutes above 0.' };
  }
  const varied = variedOf(start, changed).filter(({ isVaried }) => isVaried);
  if (varied.length === 0) return { problem: 'Choose a setting to vary.' };
  const ranges: Ranges = {};
  for (const { field, text } of varied) {
    const parsed = parseRange(field, text);
    if ('problem' in parsed) return { problem: 'Correct the range of a setting.' };
    ranges[field] = parsed.range;
  }
  return { settings: { budget, ranges } };
}

/** A search starts or resumes. */
export function searchBegun(presetId: string, before: Partial<SearchState> = {}): void {
  const { spec, trials = [] } = before;
  const data = dataInWords(selectData(useWorkspaceStore.getState()));
  useSearchStore.setState({ phase: 'running', presetId, data, spec, trials, current: undefined });
}

export function searchAccepted(spec: SearchSpec): void {
  useSearchStore.setState({ spec });
}

/** A search of an earlier session, whose budget is that of the next one until another is typed. */
export function searchRestored(restored: Pick<SearchStore, 'phase' | 'presetId' | 'data'>, state: SearchState): void {
  useSearchStore.setState({ ...restored, ...state, current: undefined, minutes: minutesText(state.spec.budget) });
}

export function trialBegun(current: RunningTrial): void {
  useSearchStore.setState({ current });
}

export function trialProgressed(index: number, epoch: number, share: number): void {
  useSearchStore.setState(({ current }) => (current?.index === index ? { current: { ...current, epoch, share } } : {}));
}

export function trialEnded(trial: Trial): void {
  useSearchStore.setState(({ trials }) => ({ trials: [...trials, trial], current: undefined }));
}

export function searchEnded(phase: SearchStore['phase']): void {
  useSearchStore.setState({ phase, current: undefined });
}
