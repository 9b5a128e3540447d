import styles from './Annotate.module.css';

/** A key, shown where it acts. */
export function Key({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
