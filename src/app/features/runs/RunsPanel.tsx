import { Button, CloseButton, Menu } from '@mantine/core';
import { useId } from 'react';
import { deleteRuns, undoDeletion } from '../../actions/history.ts';
import { keepRuns, MOST_MODELS } from '../../actions/kept-runs.ts';
import { formatCounted } from '../../format.ts';
import { saveCsv } from '../../save-figure.ts';
import { deletedForgotten, useHistoryStore, type RunRecord } from '../../stores/history.ts';
import { focusNext } from '../../ui/focus-next.ts';
import { Icon } from '../../ui/Icon.tsx';
import study from '../study/Study.module.css';
import { RUNS_TAB, UNDO_BUTTON } from './buttons.ts';
import { Comparison } from './Comparison.tsx';
import { comparedRuns, epochsCsv, roomText, runsTableCsv } from './derive.ts';
import styles from './Runs.module.css';
import { RunsTable } from './RunsTable.tsx';

/** Every run there was, to be compared, taken up again, or deleted. */
export function RunsPanel() {
  const id = useId();
  const { records, current, compared, isKeeping } = useHistoryStore();
  const drawn = comparedRuns(records, compared);
  return (
    <section className={study.panel} aria-labelledby={id}>
      <header className={study.head}>
        <h2 id={id}>Runs</h2>
        <p className={study.dim}>
          {isKeeping
            ? `Runs stay in this browser until you delete them; the latest ${MOST_MODELS} and the best with their models and the words in them.`
            : 'Runs stay here until the page is closed.'}
          {roomText(records)}
        </p>
        <div className={study.buttons}>
          {records.length > 0 && <SaveMenu records={records} />}
          {records.length > 0 && (
            <Button
              disabled={current !== undefined}
              onClick={() => void deleteRuns(records).then(() => focusNext(UNDO_BUTTON))}
            >
              Delete all
            </Button>
          )}
          <label className={study.choice}>
            <input
              type="checkbox"
              checked={isKeeping}
              onChange={(event) => void keepRuns(event.currentTarget.checked)}
            />
            Keep in this browser
          </label>
        </div>
      </header>
      <DeletedRow />
      {records.length === 0 ? (
        <p className={study.dim}>No run yet. Press Train: its recipe, scores and model are listed here.</p>
      ) : (
        <RunsTable records={records} />
      )}
      {drawn.length > 0 && <Comparison runs={drawn} />}
    </section>
  );
}

function SaveMenu({ records }: { records: readonly RunRecord[] }) {
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<Icon name="save" size={13} />}>Save table</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveCsv('runs', runsTableCsv(records))}>CSV, a row a run</Menu.Item>
        <Menu.Item onClick={() => saveCsv('epochs', epochsCsv(records))}>CSV, a row an epoch</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What was deleted last, until it is put back or not missed. */
function DeletedRow() {
  const deleted = useHistoryStore((store) => store.deleted);
  const [first, ...others] = deleted;
  if (first === undefined) return null;
  const dismiss = () => {
    deletedForgotten();
    focusNext(RUNS_TAB);
  };
  const what = `${others.length === 0 ? first.record.name : formatCounted(deleted.length, 'run')} deleted`;
  return (
    <p className={styles.deleted}>
      <span>{what}</span>
      <Button id={UNDO_BUTTON} onClick={() => void undoDeletion().then(() => focusNext(RUNS_TAB))}>
        Undo
      </Button>
      <CloseButton size="sm" aria-label={`Dismiss: ${what}`} title="Dismiss" onClick={dismiss} />
    </p>
  );
}
