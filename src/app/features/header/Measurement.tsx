import { Button } from '@mantine/core';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import table from '../../ui/tables/SmallTable.module.css';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { measurement, measurementTable, measurementText, programTable, remarkOn } from './measure.ts';
import styles from './Header.module.css';

/** Times training steps on each device, on request. */
export function Measurement() {
  const answer = measurement.use();
  const isActive = useRunStore(selectIsActive);
  const isRunning = answer.phase === 'running';
  const programs = answer.phase === 'done' ? programTable(answer.value) : undefined;
  return (
    <>
      {answer.phase === 'done' && (
        <>
          <DataTable
            table={measurementTable(answer.value)}
            className={table.table}
            caption="Training steps of the default recipe"
          />
          {answer.value.map((row) => (
            <p key={row.device}>{remarkOn(row)}</p>
          ))}
          {programs && (
            <details>
              <summary>Programs of a step on WebGPU</summary>
              <Scrollable label="Programs of a step" className={styles.programs}>
                <DataTable table={programs} className={table.table} label="Programs of a step" />
              </Scrollable>
            </details>
          )}
        </>
      )}
      {answer.phase === 'failed' && <p role="alert">{answer.error.message}</p>}
      {isRunning && <output>Measuring. This takes up to a minute.</output>}
      {/* One button: it keeps the focus. */}
      <Button
        disabled={isActive}
        title={
          isActive
            ? 'Not during a run'
            : 'Times training steps on each device. Ends a label check or the training of a small model.'
        }
        onClick={() => (isRunning ? measurement.cancel() : void measurement.ask('devices'))}
      >
        {isRunning ? 'Cancel' : answer.phase === 'done' ? 'Measure again' : 'Measure this device'}
      </Button>
      {answer.phase === 'done' && (
        <CopyButton name="table" value={() => measurementText(answer.value, navigator.userAgent)} />
      )}
    </>
  );
}
