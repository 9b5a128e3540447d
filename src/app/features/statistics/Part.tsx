import { ActionIcon } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { saveCsv } from '../../ui/save-file.ts';
import { Icon } from '../../ui/Icon.tsx';
import shared from '../../look/text.module.css';
import styles from './Statistics.module.css';

interface PartProps {
  title: string;
  /** One sentence about the contents. */
  description: ReactNode;
  csv?: () => string;
  children?: ReactNode;
}

/** A part of the statistics with its title and a button to save it. */
export function Part({ title, description, csv, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id}>{title}</h3>
        {csv && (
          <ActionIcon
            aria-label={`Save ${title}`}
            title="Save as CSV"
            onClick={() => saveCsv(title.toLowerCase().replaceAll(' ', '-'), csv())}
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
