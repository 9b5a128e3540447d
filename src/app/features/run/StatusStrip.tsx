import { Button, VisuallyHidden } from '@mantine/core';
import { useThrottledValue } from '@mantine/hooks';
import { Suspense } from 'react';
import { restartTrainer } from '../../files/session.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import { selectLatest } from '../../stores/runs/run-records.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import styles from './Run.module.css';
import { useStatus, useTitle } from './use-status.ts';
import { part } from '../../ui/part.tsx';

/** Not needed before a run has ended. */
const SaveReport = part(async () => (await import('./SaveReport.tsx')).SaveReport);

/** The status of the run. Constantly changing values are not announced, but are available from the progress bar. */
export function StatusStrip({ className }: { className: string | undefined }) {
  useTitle();
  const { word, detail, pace, note, share } = useStatus();
  const isTraining = word === 'Training';
  const hasCrashed = useRunStore(({ run }) => run.phase === 'failed' && run.crashed);
  const canResume = useHistoryStore((store) => selectLatest(store)?.checkpoint !== undefined);
  return (
    <div className={`${styles.strip} ${className}`} data-status={word}>
      {/* Tests and assistive technology rely on this name. An <output> would belong to a form. */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="status"
        aria-label="Run status"
        aria-atomic="true"
        aria-live={isTraining ? 'off' : undefined}
        className={styles.status}
      >
        <span className={styles.word}>{word}</span> <span className={styles.detail}>{detail}</span>
        {pace && (
          <span className={styles.pace} aria-hidden="true">
            <span className={styles.separator}> · </span>
            {pace}
          </span>
        )}
        {note && (
          <>
            <span className={styles.separator}>; </span>
            <span className={styles.note}>{note}</span>
          </>
        )}
      </div>
      {/* During training the status is announced from here. */}
      <VisuallyHidden aria-live="polite">
        {isTraining && <Seldom text={`${word} ${detail}${note === undefined ? '' : `; ${note}`}`} />}
      </VisuallyHidden>
      {hasCrashed && <Button onClick={() => void restartTrainer()}>Restart the trainer</Button>}
      {hasCrashed && canResume && (
        <Button variant="filled" onClick={() => void restartAndResume()}>
          Restart and resume
        </Button>
      )}
      {(word === 'Finished' || word === 'Stopped') && (
        <Suspense>
          <SaveReport />
        </Suspense>
      )}
      {share !== undefined && (
        <progress className={styles.progress} aria-label="Progress" aria-valuetext={pace} value={share} />
      )}
    </div>
  );
}

async function restartAndResume(): Promise<void> {
  await restartTrainer();
  const run = selectLatest(useHistoryStore.getState());
  const { resumeRun } = await import('../../keep/resume-run.ts');
  if (run !== undefined) await resumeRun(run);
}

/** Interval of announcements, since the epochs of a small corpus are shorter than their announcements. */
const SPEAK_EVERY: Milliseconds = 10_000;

function Seldom({ text }: { text: string }) {
  return useThrottledValue(text, SPEAK_EVERY);
}
