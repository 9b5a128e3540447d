import type { ButtonHTMLAttributes } from 'react';
import styles from './LinkButton.module.css';

/** What shows more, among text: a button that looks like a link. */
export function LinkButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={styles.link} {...props} />;
}
