import { Modal } from '@mantine/core';
import { closeStatistics } from '../../actions/statistics.ts';
import { useStatisticsStore } from '../../stores/statistics.ts';
import styles from './Statistics.module.css';
import { StatisticsReport } from './StatisticsReport.tsx';

export function StatisticsDialog() {
  const { file, found, error } = useStatisticsStore();
  return (
    <Modal
      opened={file !== undefined}
      onClose={closeStatistics}
      title="Statistics"
      size={940}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The header of the dialog is not a banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <div aria-live="polite">
        {error && <p className={styles.bad}>{error.message}</p>}
        {!error && !found && <p className={styles.dim}>Counting {file}…</p>}
      </div>
      {found && <StatisticsReport found={found} />}
    </Modal>
  );
}
