import { Button } from '@mantine/core';
import type { ExportSizes } from '../../../workers/wire/payloads.ts';
import { student } from './actions.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import shared from '../../look/text.module.css';
import { distillationInWords, distilledPercent, hasStudent, lossElsewhereInWords } from './sizes.ts';
import styles from './Export.module.css';

/** Description of the size Tiny, and its training. */
export function Student({ found, isDistilling }: { found: ExportSizes; isDistilling: boolean }) {
  return (
    <section className={styles.student} aria-label="Student">
      <p>{distillationInWords(found)}</p>
      <p className={shared.dim}>{lossElsewhereInWords(found)}</p>
      {isDistilling ? (
        <Training />
      ) : (
        <Button disabled={found.distillation === undefined} onClick={() => void student.ask(undefined)}>
          {hasStudent(found) ? 'Train another student' : 'Train the student'}
        </Button>
      )}
    </section>
  );
}

function Training() {
  const percent = useWorkspaceStore(({ progress }) => distilledPercent(progress));
  return (
    <div className={styles.training}>
      <progress aria-label="Student trained" value={percent} max={100} />
      <span>{percent}%</span>
      <Button onClick={student.cancel}>Cancel</Button>
    </div>
  );
}
