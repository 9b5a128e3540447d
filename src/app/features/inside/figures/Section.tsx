import { useElementSize } from '@mantine/hooks';
import { useId, useRef, type ReactNode } from 'react';
import type { Table } from '../../../../lib/table.ts';
import { SaveMenu } from '../../../ui/Figure.tsx';
import styles from '../Inside.module.css';

interface SectionProps<Row> {
  title: string;
  /** One sentence on what the figure shows. */
  description: string;
  table: () => Table<Row, unknown> | undefined;
  actions?: ReactNode;
  /** Renders the figure in the available width. */
  children: (width: number) => ReactNode;
}

/** A figure of Inside with its title, a description and a menu to save it. */
export function Section<Row>({ title, description, table, actions, children }: SectionProps<Row>) {
  const id = useId();
  const { ref, width } = useElementSize();
  const figure = useRef<HTMLElement>(null);
  return (
    <figure ref={figure} className={styles.section} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{title}</h2>
        <div className={styles.actions}>
          {actions}
          <SaveMenu title={title} table={table} svg={() => figure.current?.querySelector('svg[data-figure]') ?? null} />
        </div>
        <p className={styles.description}>{description}</p>
      </figcaption>
      <div ref={ref}>{width > 0 && children(width)}</div>
    </figure>
  );
}
