import { useKeptWorkspaceStore } from '../../keep/workspace/store.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectHasOwn, selectIsReading, useWorkspaceStore } from '../../stores/workspace.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { focusNext, MAIN_BUTTON } from '../../ui/navigation.ts';

/** Resets the page to the sample, once there is something else; not twice on a restored page, whose notice offers it. */
export function StartOver() {
  const hasOwn = useWorkspaceStore(selectHasOwn);
  const isReading = useWorkspaceStore(selectIsReading);
  const isActive = useRunStore(selectIsActive);
  const isOffered = useKeptWorkspaceStore(({ restored }) => restored?.hasOwn === true);
  if (!hasOwn || isActive || isReading || isOffered) return null;
  return (
    <li>
      <LinkButton title="Back to the sample. Your files and model can be restored" onClick={() => void startOver()}>
        Start over
      </LinkButton>
    </li>
  );
}

async function startOver(): Promise<void> {
  const { workspaceSession } = await import('../../keep/workspace/session.ts');
  await workspaceSession.startOver();
  focusNext(MAIN_BUTTON);
}
