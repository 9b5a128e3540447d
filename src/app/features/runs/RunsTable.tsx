import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { deleteRuns, exportModelOf, renameRun, activateModel, applyRecipeOf } from '../../actions/history.ts';
import { resumeRun } from '../../actions/resume-run.ts';
import { lookOfSlot } from '../../entity-look.ts';
import { focusNext } from '../../navigation.ts';
import { useReadiness } from '../../selectors/readiness.ts';
import { resumeLabel } from '../../selectors/history.ts';
import { comparisonToggled, MOST_COMPARED, useHistoryStore, type RunRecord } from '../../stores/history.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { EntityShape } from '../../ui/EntityShape.tsx';
import { Icon } from '../../ui/Icon.tsx';
import table from '../../ui/ResultsTable.module.css';
import { ScoreHeads } from '../../ui/ScoreHeads.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import view from '../../ui/ViewPanel.module.css';
import { commonName, selectRunRows, type RunRow } from './rows.ts';
import styles from './Runs.module.css';

/** Element id of the Undo button, which is focused after a deletion. */
export const UNDO_BUTTON = 'undo-runs';

const menuButton = (id: RunRecord['id']) => `run-actions-${id}`;

/** A row for each run, the latest first. */
export function RunsTable() {
  const rows = useHistoryStore(selectRunRows);
  return (
    <Scrollable className={`${view.scroll} ${styles.runs}`} label="Runs and their scores">
      <table className={table.table} aria-label="All runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <ScoreHeads hasTest={false} name={commonName(rows.map(({ record }) => record))} />
            <th scope="col" className={table.secondary}>
              Best epoch
            </th>
            <th scope="col">Time</th>
            <th scope="col">
              <span className={styles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.record.id} row={row} />
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}

function Row({ row }: { row: RunRow }) {
  const { record, isBest, details } = row;
  const model = useWorkspaceStore(selectModel)?.id;
  const isInUse = useHistoryStore(({ makers }) => model !== undefined && makers[model] === record.id);
  const [isRenaming, setRenaming] = useState(false);
  const stopRenaming = () => {
    setRenaming(false);
    focusNext(menuButton(record.id));
  };
  return (
    <tr data-best={isBest || undefined}>
      <th scope="row" abbr={record.name}>
        {isRenaming ? <NameBox record={record} onDone={stopRenaming} /> : <Choice record={record} isInUse={isInUse} />}
        {details.map(({ key, text, title }) => (
          <span key={key} className={table.state} title={title}>
            {text}
          </span>
        ))}
      </th>
      <td className={table.secondary}>{row.precision}</td>
      <td className={table.secondary}>{row.recall}</td>
      <td>{row.f1}</td>
      <td className={table.secondary} title={record.recipe.seeds > 1 ? 'Of the best seed' : undefined}>
        {row.bestEpoch}
      </td>
      <td>{row.duration}</td>
      <td className={styles.actions}>
        <Actions row={row} isRenaming={isRenaming} rename={() => setRenaming(true)} />
      </td>
    </tr>
  );
}

/** A checkbox that adds the run to the comparison. If checked, it shows the sign of the run's line. */
function Choice({ record: { id, name }, isInUse }: { record: RunRecord; isInUse: boolean }) {
  const place = useHistoryStore(({ compared }) => compared[id]);
  const isFull = useHistoryStore(({ compared }) => Object.keys(compared).length >= MOST_COMPARED);
  const isRefused = place === undefined && isFull;
  return (
    <label className={table.choice} title={isRefused ? `At most ${MOST_COMPARED} runs can be compared` : 'Compare'}>
      <input
        type="checkbox"
        checked={place !== undefined}
        disabled={isRefused}
        onChange={() => comparisonToggled(id)}
        aria-label={`Compare ${name}`}
      />
      <span>
        {name} {place !== undefined && <EntityShape look={lookOfSlot(place)} />}{' '}
        {isInUse && <span className={table.kept}>in use</span>}
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

interface ActionsProps {
  row: RunRow;
  isRenaming: boolean;
  rename: () => void;
}

function Actions({ row: { record, isCurrent, isElsewhere }, isRenaming, rename }: ActionsProps) {
  const isActive = useRunStore(selectIsActive);
  const { canTrain } = useReadiness();
  const hasModel = record.model !== undefined;
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
          <Menu.Item disabled={isActive || !canTrain} onClick={() => void resumeRun(record)}>
            {resume}
          </Menu.Item>
        )}
        <Menu.Item disabled={isActive} onClick={() => applyRecipeOf(record)}>
          Use recipe
        </Menu.Item>
        <Menu.Item disabled={!hasModel || isActive} onClick={() => void activateModel(record)}>
          Use model{hasModel ? '' : ' (not stored)'}
        </Menu.Item>
        <Menu.Item disabled={!hasModel} onClick={() => void exportModelOf(record)}>
          Export model
        </Menu.Item>
        <Menu.Item onClick={rename}>Rename</Menu.Item>
        {!isElsewhere && (
          <Menu.Item disabled={isCurrent} onClick={() => void deleteRuns([record]).then(() => focusNext(UNDO_BUTTON))}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
