import styles from './ShareBar.module.css';

/** A share in [0, 1] as a bar. It is hidden from assistive technology, since the number is beside it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}
