import { useId, type ReactNode } from 'react';
import shared from '../look/text.module.css';
import styles from './ViewPanel.module.css';

interface ViewPanelProps {
  title: string;
  /** A line or two under the title. */
  about: ReactNode;
  buttons?: ReactNode;
  children: ReactNode;
}

/** A view of the middle column: a header, and content that fills the rest of the column. */
export function ViewPanel({ title, about, buttons, children }: ViewPanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <p className={shared.dim}>{about}</p>
        {buttons && <div className={styles.buttons}>{buttons}</div>}
      </header>
      {children}
    </section>
  );
}
