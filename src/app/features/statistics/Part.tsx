import { ActionIcon } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Table } from '../../../lib/table.ts';
import { saveTable } from '../../ui/save-figure.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import styles from './Statistics.module.css';

interface PartProps<Row> {
  title: string;
  /** One sentence about the contents. */
  description: ReactNode;
  table?: () => Table<Row, unknown>;
  children?: ReactNode;
}

/** A part of the statistics with its title and a button to save it. */
export function Part<Row>({ title, description, table, children }: PartProps<Row>) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>{title}</h3>
        {table && (
          <ActionIcon
            aria-label={`Save ${title}`}
            title="Save as CSV"
            onClick={() => saveTable(title.toLowerCase().replaceAll(' ', '-'), table())}
          >
            <Icon name="save" size={14} />
          </ActionIcon>
        )}
      </header>
      <p className={shared.dim}>{description}</p>
      {children}
    </section>
  );
}
