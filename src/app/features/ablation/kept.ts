import { serializeError } from '../../../lib/errors.ts';
import { keepResult, readResult, sealed, setDamagedResultAside, unsealed } from '../../keep/kept-results.ts';
import { failureReported } from '../../stores/notices.ts';
import { ablationRestored, resultsOf, useStudyStore, type Study } from '../../stores/runs/study.ts';

/** Increased when the results of a run change. */
const VERSION = 1;

/** Shows the ablation of an earlier session, and stores that of this one after each row. */
export function watchAblation(): () => void {
  restoreAblation();
  return useStudyStore.subscribe(({ ablation }) => ablation, keep, {
    equalityFn: (a, b) => a?.runs === b?.runs && a?.phase === b?.phase,
  });
}

/** One that was interrupted is shown as stopped. */
function keep(ablation: Study | undefined): void {
  if (ablation === undefined || ablation.earlier !== undefined || resultsOf(ablation).length === 0) return;
  const phase = ablation.phase === 'running' ? 'stopped' : ablation.phase;
  const study: Study = { ...ablation, phase, progress: undefined };
  keepResult('ablation', sealed(VERSION, study)); // without space, it is only not restored
}

export function restoreAblation(): void {
  const text = readResult('ablation');
  if (text === null) return;
  try {
    ablationRestored(unsealed<Study>(VERSION, text));
  } catch (error) {
    setDamagedResultAside('ablation', text);
    failureReported('restore the last ablation', serializeError(error));
  }
}
