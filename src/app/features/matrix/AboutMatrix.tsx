import type { FloatingProps } from '../../ui/controls/Floating.tsx';
import { FloatingPopover } from '../../ui/controls/FloatingPopover.tsx';
import styles from './Matrix.module.css';

/** A button that explains the matrix and the CRF. */
export function AboutMatrix(props: FloatingProps) {
  return (
    <FloatingPopover width={320} className={styles.about} {...props}>
      <p>
        <strong>The matrix</strong> has the learned score of each tag (column) after each tag (row): red makes the step
        more likely, blue less likely. Steps that the tag scheme forbids are hatched.
      </p>
      <p>
        <strong>The CRF</strong> (conditional random field) adds these scores to the network’s scores of each token, and
        takes the tags whose sum over the whole sentence is highest, not the best tag of each token alone.
      </p>
    </FloatingPopover>
  );
}
