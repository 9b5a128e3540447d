import type { ButtonHTMLAttributes } from 'react';
import styles from './LinkButton.module.css';

/** A button within text that looks like a link, to show more. */
export function LinkButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={styles.link} {...props} />;
}
