import styles from './Annotate.module.css';

/** A keyboard key, shown beside its action. */
export function Key({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
