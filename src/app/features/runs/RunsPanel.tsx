import { Button, CloseButton, Menu } from '@mantine/core';
import { deleteRuns, undoDeletion } from '../../keep/run-actions.ts';
import { MOST_MODELS, runArchive } from '../../keep/run-archive.ts';
import { formatCounted } from '../../look/format.ts';
import { focusNext } from '../../ui/navigation.ts';
import { saveTable } from '../../ui/save-figure.ts';
import { deletionsCleared, useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { dialogOpened } from '../../stores/view.ts';
import { useKeptWorkspaceStore } from '../../keep/workspace/store.ts';
import { usePreferenceStore } from '../../stores/preferences.ts';
import { Icon } from '../../ui/Icon.tsx';
import table from '../../ui/tables/ResultsTable.module.css';
import shared from '../../look/text.module.css';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { selectCompared } from './compare.ts';
import { Comparison } from './Comparison.tsx';
import { epochsTable, recordsTable } from './tables.ts';
import { filesText, storageText } from './rows.ts';
import styles from './Runs.module.css';
import { useRunReason } from '../../ui/controls/run-reason.ts';
import { RunsTable, UNDO_BUTTON } from './RunsTable.tsx';

/** The element that is focused when Undo disappears: the tab of this view. */
const RUNS_TAB = 'run-view-tab-runs';

/** All runs: to be compared, used again, or deleted. */
export function RunsPanel() {
  const records = useHistoryStore((store) => store.records);
  const isKeeping = usePreferenceStore((preferences) => preferences.isKeepingRuns);
  const compared = useHistoryStore(selectCompared);
  const files = useKeptWorkspaceStore(({ bytes }) => bytes);
  const kept = isKeeping
    ? `Runs are stored in this browser until you delete them. The latest ${MOST_MODELS} and the best one keep their models, which contain words of the training data.`
    : 'Runs are lost when the page is closed.';
  return (
    <ViewPanel
      title="Runs"
      about={`${kept}${storageText(records)}${filesText(files)}`}
      buttons={<Buttons records={records} />}
    >
      <DeletedRow />
      {records.length === 0 ? (
        <p className={shared.dim}>No run yet. Press Train: its recipe, scores and model are listed here.</p>
      ) : (
        <RunsTable />
      )}
      {compared.length > 0 && <Comparison runs={compared} />}
    </ViewPanel>
  );
}

function Buttons({ records }: { records: readonly RunRecord[] }) {
  const isKeeping = usePreferenceStore((preferences) => preferences.isKeepingRuns);
  const isRunning = useHistoryStore(({ current }) => current !== undefined);
  const active = useRunReason();
  const reason = isRunning ? active : undefined; // during an ablation or a search, the buttons are enabled
  const elsewhere = useHistoryStore((store) => store.elsewhere);
  const deletable = records.filter(({ id }) => !elsewhere.includes(id));
  return (
    <>
      {records.length > 0 && <SaveMenu records={records} />}
      {records.length > 0 && (
        <Button disabled={isRunning} title={reason} onClick={() => dialogOpened({ name: 'compare' })}>
          Compare models
        </Button>
      )}
      {deletable.length > 0 && (
        <Button
          disabled={isRunning}
          title={reason}
          onClick={() => void deleteRuns(deletable).then(() => focusNext(UNDO_BUTTON))}
        >
          Delete all
        </Button>
      )}
      <label className={table.choice}>
        <input
          type="checkbox"
          checked={isKeeping}
          onChange={(event) => void runArchive.setKeeping(event.currentTarget.checked)}
        />
        Keep in this browser
      </label>
    </>
  );
}

function SaveMenu({ records }: { records: readonly RunRecord[] }) {
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<Icon name="save" size={13} />}>Save table</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveTable('runs', recordsTable(records))}>CSV, one row per run</Menu.Item>
        <Menu.Item onClick={() => saveTable('epochs', epochsTable(records))}>CSV, one row per epoch</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The last deleted runs, until the deletion is undone or dismissed. */
function DeletedRow() {
  const deleted = useHistoryStore((store) => store.deleted);
  const [first, ...others] = deleted;
  if (first === undefined) return null;
  const dismiss = () => {
    deletionsCleared();
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
