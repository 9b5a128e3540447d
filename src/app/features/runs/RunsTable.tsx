import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { deleteRuns, exportModelOf, renameRun, activateModel, applyRecipeOf } from '../../keep/run-actions.ts';
import { resumeRun } from '../../keep/resume-run.ts';
import { lookOfSlot } from '../../look/entity-look.ts';
import { focusNext } from '../../ui/navigation.ts';
import { useReadiness } from '../../stores/readiness.ts';
import { resumeLabel } from '../../stores/runs/run-records.ts';
import { comparisonToggled, MOST_COMPARED, useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { selectPhase, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { EntityShape } from '../../ui/entity/EntityShape.tsx';
import { useRunReason } from '../../ui/controls/run-reason.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import results from '../../ui/tables/ResultsTable.module.css';
import { scoreColumnsOfRuns } from '../../ui/tables/run-columns.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import view from '../../ui/ViewPanel.module.css';
import { commonName, selectRunRows, type RunRow } from './rows.ts';
import styles from './Runs.module.css';

/** Element id of the Undo button, which is focused after a deletion. */
export const UNDO_BUTTON = 'undo-runs';

const menuButton = (id: RunRecord['id']) => `run-actions-${id}`;

/** A row for each run, the latest first. */
export function RunsTable() {
  const isPaused = useRunStore(selectPhase) === 'paused';
  const rows = useHistoryStore((store) => selectRunRows(store, isPaused));
  const [renamed, rename] = useState<RunRecord['id']>();
  const stopRenaming = (id: RunRecord['id']) => {
    rename(undefined);
    focusNext(menuButton(id));
  };
  const table = tableOf(rows, { renamed, rename, stopRenaming });
  return (
    <Scrollable className={`${view.scroll} ${styles.runs}`} label="Runs and their scores">
      <DataTable
        table={table}
        label="All runs"
        className={results.table}
        keyOf={({ record }) => record.id}
        nameOf={({ record }) => record.name}
        marks={({ isBest }) => ({ 'data-best': isBest || undefined })}
      />
    </Scrollable>
  );
}

interface Renaming {
  /** The run whose name is a text box. */
  renamed: RunRecord['id'] | undefined;
  rename: (id: RunRecord['id']) => void;
  stopRenaming: (id: RunRecord['id']) => void;
}

function tableOf(rows: readonly RunRow[], { renamed, rename, stopRenaming }: Renaming): ViewTable<RunRow> {
  return {
    columns: [
      {
        head: 'Run',
        text: ({ record, details }) => (
          <>
            {renamed === record.id ? (
              <NameBox record={record} onDone={() => stopRenaming(record.id)} />
            ) : (
              <Choice record={record} />
            )}
            {details.map(({ key, text, title }) => (
              <span key={key} className={results.state} title={title}>
                {text}
              </span>
            ))}
          </>
        ),
      },
      ...scoreColumnsOfRuns<RunRow>(commonName(rows.map(({ record }) => record)), {
        precision: ({ precision }) => precision,
        recall: ({ recall }) => recall,
        f1: ({ f1 }) => f1,
      }),
      {
        head: 'Best epoch',
        text: ({ bestEpoch }) => bestEpoch,
        marks: ({ record }) => ({ title: record.recipe.seeds > 1 ? 'Of the best seed' : undefined }),
        className: results.secondary,
      },
      { head: 'Time', text: ({ duration }) => duration },
      {
        head: <span className={styles.unseen}>Actions</span>,
        text: (row) => (
          <Actions row={row} isRenaming={renamed === row.record.id} rename={() => rename(row.record.id)} />
        ),
        className: styles.actions,
      },
    ],
    rows,
  };
}

/** A checkbox that adds the run to the comparison. If checked, it shows the sign of the run's line. */
function Choice({ record: { id, name } }: { record: RunRecord }) {
  const model = useWorkspaceStore(selectModel)?.id;
  const isInUse = useHistoryStore(({ makers }) => model !== undefined && makers[model] === id);
  const place = useHistoryStore(({ compared }) => compared[id]);
  const isFull = useHistoryStore(({ compared }) => Object.keys(compared).length >= MOST_COMPARED);
  const isRefused = place === undefined && isFull;
  return (
    <label className={results.choice} title={isRefused ? `At most ${MOST_COMPARED} runs can be compared` : 'Compare'}>
      <input
        type="checkbox"
        checked={place !== undefined}
        disabled={isRefused}
        onChange={() => comparisonToggled(id)}
        aria-label={`Compare ${name}`}
      />
      <span>
        {name} {place !== undefined && <EntityShape look={lookOfSlot(place)} />}{' '}
        {isInUse && <span className={results.kept}>in use</span>}
      </span>
    </label>
  );
}

function NameBox({ record: { id, name }, onDone }: { record: RunRecord; onDone: () => void }) {
  const [text, setText] = useState(name);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const rename = () => {
    void renameRun(id, text);
    onDone();
  };
  return (
    <TextInput
      aria-label={`New name of ${name}`}
      value={text}
      ref={box}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={({ key }) => {
        if (key === 'Enter') rename();
        if (key === 'Escape') onDone();
      }}
    />
  );
}

const saving = () => import('../../keep/save-report.ts');

interface ActionsProps {
  row: RunRow;
  isRenaming: boolean;
  rename: () => void;
}

function Actions({ row: { record, isCurrent, isElsewhere }, isRenaming, rename }: ActionsProps) {
  const reason = useRunReason();
  const isActive = reason !== undefined;
  const { canTrain } = useReadiness();
  const hasModel = record.model !== undefined;
  const isEmpty = record.epochs.length === 0;
  const resume = isElsewhere ? undefined : resumeLabel(record);
  return (
    // The focus returns to the button, unless it is in the name box.
    <Menu returnFocus={!isRenaming}>
      <Menu.Target>
        <ActionIcon id={menuButton(record.id)} aria-label={`Actions for ${record.name}`} title="Actions">
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {resume !== undefined && (
          <Menu.Item disabled={isActive || !canTrain} title={reason} onClick={() => void resumeRun(record)}>
            {resume}
          </Menu.Item>
        )}
        <Menu.Item disabled={isActive} title={reason} onClick={() => applyRecipeOf(record)}>
          Use recipe
        </Menu.Item>
        <Menu.Item disabled={!hasModel || isActive} title={reason} onClick={() => void activateModel(record)}>
          Use model{hasModel ? '' : ' (not stored)'}
        </Menu.Item>
        <Menu.Item disabled={!hasModel} onClick={() => void exportModelOf(record)}>
          Export model
        </Menu.Item>
        <Menu.Item disabled={isEmpty} onClick={() => void saving().then(({ saveReport }) => saveReport(record))}>
          Save report
        </Menu.Item>
        <Menu.Item
          disabled={isEmpty}
          onClick={() => void saving().then(({ saveTensorBoard }) => saveTensorBoard(record))}
        >
          Save for TensorBoard
        </Menu.Item>
        <Menu.Item disabled={isEmpty} onClick={() => void saving().then(({ saveHistory }) => saveHistory(record))}>
          Save for Trackio or W&amp;B
        </Menu.Item>
        <Menu.Item onClick={rename}>Rename</Menu.Item>
        {!isElsewhere && (
          <Menu.Item
            disabled={isCurrent}
            title={isCurrent ? reason : undefined}
            onClick={() => void deleteRuns([record]).then(() => focusNext(UNDO_BUTTON))}
          >
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
