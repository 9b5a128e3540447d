import type { FileId } from '../../../workers/wire/payloads.ts';
import { dialogClosed, selectDialogFile, useViewStore } from '../../stores/view.ts';
import { ask } from '../../trainer/bridge.ts';
import { query, useQuery } from '../../trainer/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import shared from '../../look/text.module.css';
import { StatisticsReport } from './StatisticsReport.tsx';

const statistics = query((id: FileId, signal) => ask('statistics', { id }, signal));

export function StatisticsDialog() {
  const file = useViewStore(selectDialogFile('statistics'));
  const answer = useQuery(statistics, file?.id);
  return (
    <Dialog opened={file !== undefined} onClose={dialogClosed} title="Statistics" size={940}>
      <div aria-live="polite">
        {answer.phase === 'failed' && <p className={shared.bad}>{answer.error.message}</p>}
        {answer.phase === 'running' && <p className={shared.dim}>Counting {file?.name}…</p>}
      </div>
      {answer.phase === 'done' && <StatisticsReport found={answer.value} />}
    </Dialog>
  );
}
