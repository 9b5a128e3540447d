import { useElementSize } from '@mantine/hooks';
import { useId, useRef, type ReactNode } from 'react';
import { SaveMenu } from '../../ui/Figure.tsx';
import styles from './Inside.module.css';

interface SectionProps {
  title: string;
  /** What is to be seen, in one sentence. */
  description: string;
  csv: () => string;
  actions?: ReactNode;
  /** Draws in the width there is. */
  children: (width: number) => ReactNode;
}

/** A figure of the page Inside: its name, a sentence on what it shows, ways to save it. */
export function Section({ title, description, csv, actions, children }: SectionProps) {
  const id = useId();
  const { ref, width } = useElementSize();
  const figure = useRef<HTMLElement>(null);
  return (
    <figure ref={figure} className={styles.section} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{title}</h2>
        <div className={styles.actions}>
          {actions}
          <SaveMenu title={title} csv={csv} svg={() => figure.current?.querySelector('svg[data-figure]') ?? null} />
        </div>
        <p className={styles.description}>{description}</p>
      </figcaption>
      <div ref={ref}>{width > 0 && children(width)}</div>
    </figure>
  );
}
