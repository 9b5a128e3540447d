import { ActionIcon } from '@mantine/core';
import { useId } from 'react';
import type { FileId, FileStress } from '../../../workers/wire/payloads.ts';
import { formatCount, formatScore, formatSigned } from '../../look/format.ts';
import shared from '../../look/text.module.css';
import { settingChanged } from '../../stores/recipe.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { train } from '../../trainer/run.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { saveTable } from '../../ui/save-figure.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import results from '../../ui/tables/ResultsTable.module.css';
import small from '../../ui/tables/SmallTable.module.css';
import { stress } from './scoring.ts';
import { stressRows, stressTable, type StressRow } from './stress.ts';
import styles from './Confidence.module.css';

/** Scores under changes of the file that should not matter. Computed on request: it takes a few times as long as scoring. */
export function StressTests({ id }: { id: FileId | undefined }) {
  const heading = useId();
  const answer = stress.use();
  const found = answer.phase === 'done' && answer.key === id ? answer.value : undefined;
  return (
    <section className={styles.confidence} aria-labelledby={heading}>
      <header className={styles.head}>
        <h3 id={heading}>Stress tests</h3>
        {found && (
          <ActionIcon
            aria-label="Save Stress tests"
            title="Save as CSV"
            onClick={() => saveTable(`${found.file}.stress`, stressTable(found))}
          >
            <Icon name="save" size={14} />
          </ActionIcon>
        )}
      </header>
      {found ? (
        <Found found={found} />
      ) : (
        <p className={shared.quiet} aria-live="polite">
          {answer.phase === 'running' && 'Scoring changed copies of the file…'}
          {answer.phase === 'failed' && answer.error.message}
          {answer.phase !== 'running' && id !== undefined && (
            <LinkButton onClick={() => void stress.ask(id)}>
              Score the file in lower case, in capitals, with typos and other names
            </LinkButton>
          )}
        </p>
      )}
    </section>
  );
}

function Found({ found }: { found: FileStress }) {
  const isActive = useRunStore(selectIsActive);
  return (
    <>
      <Scrollable className={styles.scroll} label="Scores of all changes">
        <DataTable table={viewTable(found, isActive)} label={`Stress tests on ${found.file}`} className={small.table} />
      </Scrollable>
      <p className={shared.quiet}>
        Differences in points of F1, with 95% intervals (paired bootstrap over sentences). <em>Train with it</em> trains
        a new model with changed copies of the training sentences (the setting Augmentation).
      </p>
    </>
  );
}

const points = (difference: number) => formatSigned(100 * difference);

const { secondary } = results;

function viewTable(found: FileStress, isActive: boolean): ViewTable<StressRow> {
  return {
    columns: [
      { head: 'Test', text: ({ label, about }) => <span title={about}>{label}</span> },
      { head: 'P', label: 'Precision', text: ({ score }) => formatScore(score.precision), className: secondary },
      { head: 'R', label: 'Recall', text: ({ score }) => formatScore(score.recall), className: secondary },
      { head: 'F1', text: ({ score }) => formatScore(score.f1) },
      { head: 'n', label: 'Entities', text: ({ score }) => formatCount(score.support), className: secondary },
      {
        head: 'Difference',
        label: 'Difference, with its 95% interval',
        text: ({ difference, interval }) =>
          difference !== undefined && (
            <>
              {points(difference)}{' '}
              {interval && <span className={styles.interval}>({interval.map(points).join(' to ')})</span>}
            </>
          ),
      },
      {
        head: '',
        text: ({ label, augmentation }) =>
          augmentation === undefined || isActive ? (
            ''
          ) : (
            <LinkButton
              aria-label={`Train with it: ${label}`}
              title={`Trains a new model with augmentation = ${augmentation}`}
              onClick={() => {
                settingChanged('augmentation', augmentation);
                void train('scratch');
              }}
            >
              Train with it
            </LinkButton>
          ),
      },
    ],
    rows: stressRows(found),
  };
}
