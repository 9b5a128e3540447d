import { crc32 } from '../../../lib/crc32.ts';
import { serializeError, StudioError } from '../../../lib/errors.ts';
import { keepResult, readResult, setDamagedResultAside } from '../../keep/kept-results.ts';
import { failureReported } from '../../stores/notices.ts';
import { ablationRestored, resultsOf, useStudyStore, type Study } from '../../stores/runs/study.ts';

/** Increased when the results of a run change. */
const VERSION = 1;

interface KeptAblation {
  version: number;
  checksum: number;
  study: Study;
}

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
  const kept: KeptAblation = { version: VERSION, checksum: checksumOf(study), study };
  keepResult('ablation', JSON.stringify(kept)); // without space, it is only not restored
}

export function restoreAblation(): void {
  const text = readResult('ablation');
  if (text === null) return;
  try {
    const { version, checksum, study } = JSON.parse(text) as KeptAblation;
    if (version !== VERSION || checksum !== checksumOf(study))
      throw new StudioError('BadInput', 'It was stored damaged, or by another version.');
    ablationRestored(study);
  } catch (error) {
    setDamagedResultAside('ablation', text);
    failureReported('restore the last ablation', serializeError(error));
  }
}

const checksumOf = (study: Study): number => crc32(new TextEncoder().encode(JSON.stringify(study)));
