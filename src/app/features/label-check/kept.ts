import { serializeError } from '../../../lib/errors.ts';
import type { LabelCheck } from '../../../workers/wire/annotation.ts';
import { keepResult, readResult, sealed, setDamagedResultAside, unsealed } from '../../keep/kept-results.ts';
import { failureReported } from '../../stores/notices.ts';
import { usePreferenceStore } from '../../stores/preferences.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { checkFound, checksKept, useCheckStore, type Checked, type Decision } from './check.ts';
import { contentsOf, readingOf } from './reading.ts';

/** Increased when the findings change. */
const VERSION = 1;

/** Number of checks that are kept, the last ones: some MB. */
const MOST = 5;

/** A check of an earlier session, or of another page. */
interface KeptCheck {
  contents: string;
  check: LabelCheck;
  decisions: [number, Decision][];
  isSaved: boolean;
}

/** Shows the checks of earlier sessions when their files are loaded, stores those of this one, and asks before decisions would be lost. */
export function watchChecks(): () => void {
  const restore = () => void restoreChecks().then(keep);
  const ask = (event: BeforeUnloadEvent) => {
    if (wouldLoseDecisions()) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  const stops = [
    () => removeEventListener('beforeunload', ask),
    useWorkspaceStore.subscribe(selectFiles, restore, { fireImmediately: true }),
    useCheckStore.subscribe(({ checks }) => checks, keep),
    usePreferenceStore.subscribe(({ isKeepingRuns }) => isKeepingRuns, keep),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Shows checks of the loaded files: those of earlier sessions, and those of this one whose file was loaded again. */
async function restoreChecks(): Promise<void> {
  const { checks } = useCheckStore.getState();
  const found = new Map([...readKept().map(asChecked), ...checks.values()].map((one) => [one.contents, one]));
  const names = new Set([...found.values()].map(({ check }) => check.file));
  for (const file of selectFiles(useWorkspaceStore.getState())) {
    if (!names.has(file.name) || checks.has(readingOf(file))) continue;
    const checked = found.get(await contentsOf(file));
    if (checked !== undefined) checkFound(readingOf(file), { ...checked, file: file.id });
  }
}

/** Stores the checks of this page's files. Those of files that it has removed are no longer stored; those of other pages are. */
function keep(): void {
  const all = [...useCheckStore.getState().checks.values()];
  if (all.length === 0) return;
  const own = all.filter(isPresent).reverse();
  const others = readKept().filter(({ contents }) => all.every((checked) => checked.contents !== contents));
  const kept = [...own.map(asKept), ...others].slice(0, MOST);
  while (!keepResult('label-check', sealed(VERSION, kept)) && kept.length > 0) kept.pop(); // there is no space for all
  checksKept(kept.length >= own.length);
}

function isPresent({ file }: Checked): boolean {
  return selectFiles(useWorkspaceStore.getState()).some(({ id }) => id === file);
}

function wouldLoseDecisions(): boolean {
  const { checks, areKept } = useCheckStore.getState();
  if (areKept && usePreferenceStore.getState().isKeepingRuns) return false;
  return [...checks.values()].some(
    (checked) => isPresent(checked) && checked.decisions.size > 0 && checked.decisions !== checked.saved,
  );
}

function readKept(): KeptCheck[] {
  const text = readResult('label-check');
  if (text === null) return [];
  try {
    return unsealed<KeptCheck[]>(VERSION, text);
  } catch (error) {
    setDamagedResultAside('label-check', text);
    failureReported('restore the decisions on labels', serializeError(error));
    return [];
  }
}

function asKept({ contents, check, decisions, saved }: Checked): KeptCheck {
  return { contents, check, decisions: [...decisions], isSaved: saved === decisions };
}

function asChecked({ contents, check, decisions, isSaved }: KeptCheck): Omit<Checked, 'file'> {
  const decided = new Map(decisions);
  return { contents, check, decisions: decided, ...(isSaved && { saved: decided }) };
}
