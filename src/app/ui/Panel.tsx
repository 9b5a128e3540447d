import { useId, type ReactNode } from 'react';
import styles from './Panel.module.css';

/** A part of a column: a heading with actions at the right, and the content. */
interface PanelProps {
  title: string;
  actions?: ReactNode;
  /** What takes files that are dropped on the panel; default: the page. */
  drop?: 'try';
  children: ReactNode;
}

export function Panel({ title, actions, drop, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} data-drop={drop}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
