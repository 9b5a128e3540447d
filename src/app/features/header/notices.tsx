import { Button } from '@mantine/core';
import { applyUpdate } from '../../keep/offline/service-worker.ts';
import { updateDismissed, useInstallationStore } from '../../keep/offline/store.ts';
import { noticeDismissed, useNoticeStore, type Notice } from '../../stores/notices.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { focusAfterNotice, type ShownNotice } from '../../ui/NoticeRow.tsx';

/** The notices of the store. */
export function useNotices(): ShownNotice[] {
  return useNoticeStore((store) => store.notices).map(shown);
}

function shown({ id, at, kind, title, message, action }: Notice): ShownNotice {
  const act = () => {
    action?.act();
    noticeDismissed(id);
    focusAfterNotice();
  };
  return {
    id,
    at,
    kind,
    about: title,
    onDismiss: () => noticeDismissed(id),
    buttons: action && <Button onClick={act}>{action.label}</Button>,
    text: (
      <>
        <strong>{title}.</strong> {message}
      </>
    ),
  };
}

/** Offers a newer version. It is activated only by the user, and not during a run. */
export function useUpdateNotice(): ShownNotice[] {
  const at = useInstallationStore(({ updateAt }) => updateAt);
  const isActive = useRunStore((store) => selectIsActive(store) || store.isSettling);
  if (at === undefined) return [];
  return [
    {
      id: 'update',
      at,
      kind: 'note',
      about: 'A new version',
      onDismiss: updateDismissed,
      buttons: !isActive && <Button onClick={() => void applyUpdate()}>Update</Button>,
      text: (
        <>
          <strong>A new version of Tagsmith is ready.</strong>{' '}
          {isActive ? 'You can switch to it when the run has ended.' : 'Switching to it reloads the page.'}
        </>
      ),
    },
  ];
}
