import type { ButtonHTMLAttributes } from 'react';
import styles from './LinkButton.module.css';

/** A button in a text, which looks like a link: it shows more. */
export function LinkButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="button" className={styles.link} {...props} />;
}
