import { Button, CloseButton } from '@mantine/core';
import { deleteSet, openSet, undoDelete } from './actions.ts';
import { agreementOpened } from '../agreement/store.ts';
import shared from '../../../look/text.module.css';
import { formatCount, formatCounted, formatMoment } from '../../../look/format.ts';
import { projectShown } from '../project/store.ts';
import { deletionDismissed, useAnnotationSetsStore, type SetRecord } from './store.ts';
import { ShareBar } from '../../../ui/ShareBar.tsx';
import { focusNext, viewPanel } from '../../../ui/navigation.ts';
import { ViewPanel } from '../../../ui/ViewPanel.tsx';
import styles from './SetList.module.css';
import { NewSet } from './NewSet.tsx';

/** All sets of this browser, and a form for a new one. */
export function SetList({ sets }: { sets: readonly SetRecord[] }) {
  const isStoring = useAnnotationSetsStore((store) => store.isStoring);
  const about = isStoring
    ? 'Mark names in your own text, and train on it. Sets are stored in this browser until you delete them; nothing is sent anywhere.'
    : 'This browser does not allow storage: a set is lost when the page is closed. Export it first.';
  return (
    <ViewPanel
      title="Annotate"
      about={about}
      buttons={
        <>
          <Button onClick={agreementOpened}>Compare two annotations</Button>
          <Button onClick={() => projectShown(true)}>Project of several people</Button>
        </>
      }
    >
      <div className={styles.sets}>
        <DeletedSet />
        {sets.length > 0 && (
          <ul className={styles.list} aria-label="Annotation sets">
            {sets.map((set) => (
              <SetRow key={set.id} set={set} />
            ))}
          </ul>
        )}
        <NewSet isFirst={sets.length === 0} />
      </div>
    </ViewPanel>
  );
}

/** Element ids. Pressing one of the buttons shows the other one, and moves the focus to it. */
const deleteButton = (id: SetRecord['id']): string => `delete-set-${id}`;
const UNDO_BUTTON = 'undo-set';

function SetRow({ set }: { set: SetRecord }) {
  const { id, name, sentences, accepted, changedAt } = set;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <strong>{name}</strong>
        <span className={shared.dim}>
          {formatCount(accepted)} of {formatCounted(sentences, 'sentence')} annotated, changed{' '}
          {formatMoment(new Date(changedAt))}
        </span>
        <ShareBar share={sentences === 0 ? 0 : accepted / sentences} />
      </div>
      <Button aria-label={`Open ${name}`} onClick={() => void openSet(id)}>
        Open
      </Button>
      <CloseButton
        id={deleteButton(id)}
        size="sm"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => void deleteSet(set).then(() => focusNext(UNDO_BUTTON))}
      />
    </li>
  );
}

function DeletedSet() {
  const deleted = useAnnotationSetsStore((store) => store.deleted);
  if (deleted === undefined) return null;
  return (
    <p className={styles.row}>
      <span>{deleted.name} deleted</span>
      <Button id={UNDO_BUTTON} onClick={() => void undoDelete().then(() => focusNext(deleteButton(deleted.id)))}>
        Undo
      </Button>
      <CloseButton
        size="sm"
        aria-label={`Dismiss: ${deleted.name} deleted`}
        title="Dismiss"
        onClick={() => {
          deletionDismissed();
          focusNext(viewPanel('annotate'));
        }}
      />
    </p>
  );
}
