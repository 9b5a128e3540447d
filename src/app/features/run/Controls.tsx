import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ENTITY_RATIO_SETTINGS } from '../../../config/entity-ratio.ts';
import { stop, train } from '../../trainer/run.ts';
import { PAGE } from '../../files/page-commands.ts';
import { withKey } from '../../ui/commands/commands.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { focusNext, MAIN_BUTTON } from '../../ui/navigation.ts';
import { resumeLabel, selectLatest } from '../../stores/runs/run-records.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { useKeptWorkspaceStore } from '../../keep/workspace/store.ts';
import { settingChanged, useRecipeStore } from '../../stores/recipe.ts';
import { selectPhase, useRunStore } from '../../stores/runs/run.ts';
import { selectHasOwnLead, useStudyStore } from '../../stores/runs/study.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { addedTypes, furtherNote, furtherProblem, unlikeFiles, usePlanLine, useRatioWarning } from './plan.ts';
import shared from '../../look/text.module.css';
import styles from './Run.module.css';

/** The plan of the next run, and the buttons of a run, which are always in the same place. */
export function Controls({ className }: { className: string | undefined }) {
  const phase = useRunStore(selectPhase);
  const isSettling = useRunStore((store) => store.isSettling);
  const line = usePlanLine();
  const { canTrain, reasons } = useReadiness();
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const recipe = useRecipeStore((store) => store.recipe);
  const canTrainFurther = canTrain && hasModel;
  const refused = useWorkspaceStore(({ workspace }) => furtherProblem(workspace));
  const added = useWorkspaceStore(({ workspace }) => addedTypes(workspace));
  const unlike = useWorkspaceStore(({ workspace }) => unlikeFiles(workspace));
  const note = canTrainFurther ? (refused ?? unlike ?? added ?? furtherNote(recipe)) : canTrain && unlike;
  const isRunning = phase === 'training' || phase === 'paused';
  const isWaiting = isSettling || phase === 'preparing';
  const canStop = isRunning || phase === 'preparing';
  const press = useStopButton(canStop);
  const resumable = useHistoryStore(selectLatest);
  const isResumable = !canStop && resumable?.checkpoint !== undefined;
  const hasCrashed = useRunStore(({ run }) => run.phase === 'failed' && run.crashed);
  const isOffered = useIsResumeOffered();
  const hasOwnLead = useStudyStore(selectHasOwnLead);
  // Only one primary button is shown: that of the banner, the crash or the open tab takes precedence over these.
  const lead = hasCrashed || isOffered || hasOwnLead ? 'default' : 'filled';
  return (
    <section
      className={`${styles.controls} ${className}`}
      data-running={isRunning || undefined}
      aria-label="Training controls"
    >
      {reasons.length > 0 ? (
        <p id="blockers" className={shared.dim}>
          {reasons.join(' ')}
        </p>
      ) : (
        <p className={shared.dim}>
          {line && (
            <>
              <span className={styles.model}>{line.model}; </span>
              {line.work}
            </>
          )}
        </p>
      )}
      {note && (
        <p id="further" className={shared.dim}>
          {note}
        </p>
      )}
      {canTrain && <RatioAdvice />}
      <div className={styles.buttons}>
        {isResumable && <ResumeButton run={resumable} isDisabled={!canTrain || isWaiting} variant={lead} />}
        {/* One element for all three labels, so that it keeps the focus. */}
        <Button
          size="sm"
          variant={isRunning || isResumable ? 'default' : lead}
          id={MAIN_BUTTON}
          disabled={!isRunning && !canTrain && !isWaiting}
          // A disabled button would lose the focus.
          aria-disabled={isWaiting || undefined}
          data-disabled={isWaiting || undefined}
          aria-describedby={reasons.length > 0 ? 'blockers' : undefined}
          title={withKey(mainLabel(phase), PAGE.train)}
          onClick={() => {
            if (!isWaiting) PAGE.train.run();
          }}
        >
          {mainLabel(phase)}
        </Button>
        {canStop && (
          <Button size="sm" onClick={press} title="End the run; the best weights are kept">
            Stop
          </Button>
        )}
        {canTrainFurther && (
          <Button
            size="sm"
            disabled={refused !== undefined}
            onClick={() => void train('model')}
            aria-describedby={note ? 'further' : undefined}
            title="Start from the weights of the model"
          >
            Train further
          </Button>
        )}
      </div>
    </section>
  );
}

/** Offers an entity ratio where hardly a sentence of the training data is known completely. */
function RatioAdvice() {
  const warning = useRatioWarning();
  if (warning === undefined) return null;
  const { entityRatioWeight, entityRatio } = ENTITY_RATIO_SETTINGS;
  const set = () => {
    settingChanged('entityRatioWeight', entityRatioWeight);
    settingChanged('entityRatio', entityRatio);
    focusNext(MAIN_BUTTON);
  };
  return (
    <output>
      {warning}{' '}
      <LinkButton onClick={set} title={`Sets entity ratio weight ${entityRatioWeight}, entity ratio ${entityRatio}`}>
        Set an entity ratio
      </LinkButton>
    </output>
  );
}

interface ResumeButtonProps {
  run: RunRecord;
  isDisabled: boolean;
  variant: 'default' | 'filled';
}

/** Resumes a run after it was stopped, or the trainer crashed. */
function ResumeButton({ run, isDisabled, variant }: ResumeButtonProps) {
  const press = async () => {
    const { resumeRun } = await import('../../keep/resume-run.ts');
    await resumeRun(run);
  };
  return (
    <Button
      size="sm"
      variant={variant}
      disabled={isDisabled}
      onClick={() => void press()}
      title="Continue after the last complete epoch: the result is the same as without stopping"
    >
      {resumeLabel(run)}
    </Button>
  );
}

/** Whether the banner offers to resume a run of an earlier page. */
function useIsResumeOffered(): boolean {
  const isRestored = useKeptWorkspaceStore(({ restored }) => restored !== undefined);
  const interrupted = useKeptWorkspaceStore((store) => store.interrupted);
  const canResume = useHistoryStore(({ records }) =>
    records.some(({ id, checkpoint }) => id === interrupted && checkpoint !== undefined),
  );
  return isRestored && canResume;
}

/** @returns the handler of Stop. When the run ends, the button disappears and the focus moves to the main button. */
function useStopButton(canStop: boolean): () => void {
  const isPressed = useRef(false);
  useEffect(() => {
    if (!canStop && isPressed.current) focusNext(MAIN_BUTTON);
    isPressed.current = false;
  }, [canStop]);
  return () => {
    isPressed.current = true;
    void stop();
  };
}

const mainLabel = (phase: string): string => (phase === 'training' ? 'Pause' : phase === 'paused' ? 'Resume' : 'Train');
