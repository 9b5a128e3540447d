import styles from './ShareBar.module.css';

/** A share of a whole, in [0, 1], for the eye: the number stands beside it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}
