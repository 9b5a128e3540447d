import { rejectionDismissed, useWorkspaceStore } from '../../stores/workspace.ts';
import { NoticeRow } from '../../ui/NoticeRow.tsx';

/** The files that were added last and cannot be used, with reason and advice. */
export function RejectedFiles() {
  const rejected = useWorkspaceStore((store) => store.rejected);
  return rejected.map(({ name, error }) => (
    <NoticeRow key={name} kind="error" role="alert" about={name} onDismiss={() => rejectionDismissed(name)}>
      {!error.message.startsWith(name) && <strong>{name}. </strong>}
      {error.message}
    </NoticeRow>
  ));
}
