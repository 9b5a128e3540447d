import styles from '../Lessons.module.css';
import { ScoreField } from '../ScoreField.tsx';

interface LabelledProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  least?: number;
  most?: number;
  step?: number;
}

/** A number with its name above it. */
export function Labelled(props: LabelledProps) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{props.label}</span>
      <ScoreField {...props} />
    </div>
  );
}
