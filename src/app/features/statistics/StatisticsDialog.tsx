import { closeStatistics } from '../../actions/statistics.ts';
import { useStatisticsStore } from '../../stores/statistics.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './Statistics.module.css';
import { StatisticsReport } from './StatisticsReport.tsx';

export function StatisticsDialog() {
  const { file, found, error } = useStatisticsStore();
  return (
    <Dialog opened={file !== undefined} onClose={closeStatistics} title="Statistics" size={940}>
      <div aria-live="polite">
        {error && <p className={styles.bad}>{error.message}</p>}
        {!error && !found && <p className={styles.dim}>Counting {file}…</p>}
      </div>
      {found && <StatisticsReport found={found} />}
    </Dialog>
  );
}
