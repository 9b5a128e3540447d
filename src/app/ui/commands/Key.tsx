import styles from './Key.module.css';

const SIGNS: Readonly<Record<string, string>> = { Backspace: '⌫' };

/** A key, on the button of its command. Devices without a keyboard do not show it. */
export function Key({ children }: { children: string }) {
  return <kbd className={`${styles.key} ${styles.hint}`}>{SIGNS[children] ?? children}</kbd>;
}
