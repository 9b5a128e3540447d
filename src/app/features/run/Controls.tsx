import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { resumeRun, pause, resume, stop, train } from '../../actions/run.ts';
import { epochSeconds } from '../../estimate.ts';
import { useReadiness } from '../../readiness.ts';
import { resumeLabel, selectLatest } from '../../selectors/history.ts';
import { useHistoryStore } from '../../stores/history.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { selectIsActive, selectPhase, useRunStore } from '../../stores/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { focusNext } from '../../navigation.ts';
import { useSpeed } from '../../use-speed.ts';
import { furtherNote, planLine } from './derive.ts';
import styles from './Run.module.css';

/** What would be trained, and the buttons of a run: always in the same place. */
export function Controls({ className }: { className: string | undefined }) {
  const phase = useRunStore(selectPhase);
  const isSettling = useRunStore((store) => store.isSettling);
  const line = usePlanLine();
  const { canTrain, reasons } = useReadiness();
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const seeds = useRecipeStore(({ recipe }) => recipe.seeds);
  const seed = useRecipeStore((store) => selectConfig(store).seed);
  const canGoOn = canTrain && hasModel;
  const note = canGoOn ? furtherNote(seeds, seed) : undefined;
  const isRunning = phase === 'training' || phase === 'paused';
  const isAsleep = isSettling || phase === 'preparing';
  const canStop = isRunning || phase === 'preparing';
  const press = useStopButton(canStop);
  return (
    <section
      className={`${styles.controls} ${className}`}
      data-running={isRunning || undefined}
      aria-label="Training controls"
    >
      {reasons.length > 0 ? (
        <p id="blockers" className={styles.dim}>
          {reasons.join(' ')}
        </p>
      ) : (
        <p className={styles.dim}>{line}</p>
      )}
      {note && (
        <p id="further" className={styles.dim}>
          {note}
        </p>
      )}
      <div className={styles.buttons}>
        {/* One element for its three names, so that the focus stays where it is. */}
        <Button
          size="sm"
          variant={isRunning ? 'default' : 'filled'}
          id={MAIN_BUTTON}
          disabled={!isRunning && !canTrain && !isAsleep}
          // Not disabled but asleep: the focus stays.
          aria-disabled={isAsleep || undefined}
          data-disabled={isAsleep || undefined}
          aria-describedby={reasons.length > 0 ? 'blockers' : undefined}
          title={`${MAIN[phase].name} (T)`}
          onClick={() => {
            if (!isAsleep) void MAIN[phase].press();
          }}
        >
          {MAIN[phase].name}
        </Button>
        {canStop && (
          <Button size="sm" onClick={press} title="End the run; the best weights are kept">
            Stop
          </Button>
        )}
        <ResumeButton isDisabled={!canTrain || isAsleep} />
        {canGoOn && (
          <Button
            size="sm"
            onClick={() => void train('model')}
            aria-describedby={note && 'further'}
            title="Begin with the weights of the model"
          >
            Train further
          </Button>
        )}
      </div>
    </section>
  );
}

/** After Stop was pressed by mistake, or the trainer broke down. */
function ResumeButton({ isDisabled }: { isDisabled: boolean }) {
  const isActive = useRunStore(selectIsActive);
  const latest = useHistoryStore(selectLatest);
  const label = latest && resumeLabel(latest);
  if (isActive || latest === undefined || label === undefined) return null;
  return (
    <Button
      size="sm"
      disabled={isDisabled}
      onClick={() => void resumeRun(latest)}
      title="Go on after the last whole epoch, to what the run would have come to"
    >
      {label}
    </Button>
  );
}

const MAIN_BUTTON = 'main-button';

/** @returns what Stop does. It goes when the run has ended, and leaves the focus to the other button. */
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

function usePlanLine(): string | undefined {
  const plan = useRunStore((store) => store.plan);
  const config = useRecipeStore(selectConfig);
  const seeds = useRecipeStore(({ recipe }) => recipe.seeds);
  const speed = useSpeed();
  const epoch = plan && speed && epochSeconds(plan, config, speed);
  return plan && planLine(plan, epoch === undefined ? undefined : { epoch, epochs: config.epochs, seeds });
}

const TRAIN = { name: 'Train', press: () => train('scratch') };

const MAIN = {
  idle: TRAIN,
  preparing: TRAIN,
  training: { name: 'Pause', press: pause },
  paused: { name: 'Resume', press: resume },
  finished: TRAIN,
  stopped: TRAIN,
  failed: TRAIN,
};
