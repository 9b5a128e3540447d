import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { resumeRun } from '../../actions/run.ts';
import { deleteRuns, exportModelOf, renameRun, takeModel, takeRecipe } from '../../actions/history.ts';
import { formatDuration, joinFacts } from '../../format.ts';
import { useReadiness } from '../../readiness.ts';
import {
  bestAmong,
  bestOf,
  comparisonToggled,
  MOST_COMPARED,
  useHistoryStore,
  type RunRecord,
} from '../../stores/history.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { lookOfSlot } from '../../entity-look.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { EntityShape } from '../../ui/EntityShape.tsx';
import { focusNext } from '../../ui/focus-next.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ScoreHeads } from '../study/ScoreHeads.tsx';
import study from '../study/Study.module.css';
import { menuButton, UNDO_BUTTON } from './buttons.ts';
import { dataText, devText, originText, recipeText, resumeText, scoredTexts, secondsOf, stateText } from './derive.ts';
import styles from './Runs.module.css';

/** A row a run, the latest first. */
export function RunsTable({ records }: { records: readonly RunRecord[] }) {
  return (
    // What scrolls can be scrolled by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${study.scroll} ${styles.runs}`} tabIndex={0} aria-label="Runs and their scores">
      <table className={study.table} aria-label="All runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <ScoreHeads hasTest={false} />
            <th scope="col" className={study.secondary}>
              Best epoch
            </th>
            <th scope="col">Time</th>
            <th scope="col">
              <span className={styles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} isBest={bestAmong(records, record) === record} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ record, isBest }: { record: RunRecord; isBest: boolean }) {
  const isCurrent = useHistoryStore(({ current }) => current === record.id);
  const model = useWorkspaceStore(selectModel)?.id;
  const isInUse = useHistoryStore(({ makers }) => model !== undefined && makers[model] === record.id);
  const [isRenaming, setRenaming] = useState(false);
  const renamed = () => {
    setRenaming(false);
    focusNext(menuButton(record.id));
  };
  const best = bestOf(record);
  const state = stateText(record, isCurrent);
  const scored = scoredTexts(record);
  return (
    <tr data-best={isBest || undefined}>
      <th scope="row" abbr={record.name}>
        {isRenaming ? <NameBox record={record} onDone={renamed} /> : <Choice record={record} isInUse={isInUse} />}
        {state !== undefined && <span className={study.state}>{state}</span>}
        <span className={study.state}>{recipeText(record.recipe)}</span>
        {scored.length > 0 && <span className={study.state}>{joinFacts(scored)}</span>}
        <span className={study.state} title={dataText(record)}>
          {originText(record)}
        </span>
      </th>
      <td className={study.secondary}>{devText(record, 'precision')}</td>
      <td className={study.secondary}>{devText(record, 'recall')}</td>
      <td>{devText(record, 'f1')}</td>
      <td className={study.secondary} title={record.recipe.seeds > 1 ? 'Of the best seed' : undefined}>
        {best && `${best.epoch} of ${record.epochs.length}`}
      </td>
      <td>{record.epochs.length > 0 && formatDuration(secondsOf(record))}</td>
      <td className={styles.actions}>
        <Actions record={record} isCurrent={isCurrent} isRenaming={isRenaming} rename={() => setRenaming(true)} />
      </td>
    </tr>
  );
}

/** Whether the run is drawn beside others, and how. */
function Choice({ record: { id, name }, isInUse }: { record: RunRecord; isInUse: boolean }) {
  const place = useHistoryStore(({ compared }) => compared[id]);
  const isFull = useHistoryStore(({ compared }) => Object.keys(compared).length >= MOST_COMPARED);
  const isRefused = place === undefined && isFull;
  return (
    <label className={study.choice} title={isRefused ? `${MOST_COMPARED} runs at most are compared` : 'Compare'}>
      <input
        type="checkbox"
        checked={place !== undefined}
        disabled={isRefused}
        onChange={() => comparisonToggled(id)}
        aria-label={`Compare ${name}`}
      />
      <span>
        {name} {place !== undefined && <EntityShape look={lookOfSlot(place)} />}{' '}
        {isInUse && <span className={study.kept}>tags now</span>}
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
  record: RunRecord;
  isCurrent: boolean;
  isRenaming: boolean;
  rename: () => void;
}

function Actions({ record, isCurrent, isRenaming, rename }: ActionsProps) {
  const isActive = useRunStore(selectIsActive);
  const { canTrain } = useReadiness();
  const hasModel = record.model !== undefined;
  const resume = resumeText(record);
  return (
    // The focus comes back, but not from the box of a new name.
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
        <Menu.Item disabled={isActive} onClick={() => takeRecipe(record)}>
          Use recipe
        </Menu.Item>
        <Menu.Item disabled={!hasModel || isActive} onClick={() => void takeModel(record)}>
          Use model{hasModel ? '' : ' (none is kept)'}
        </Menu.Item>
        <Menu.Item disabled={!hasModel} onClick={() => void exportModelOf(record)}>
          Export model
        </Menu.Item>
        <Menu.Item onClick={rename}>Rename</Menu.Item>
        <Menu.Item disabled={isCurrent} onClick={() => void deleteRuns([record]).then(() => focusNext(UNDO_BUTTON))}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
