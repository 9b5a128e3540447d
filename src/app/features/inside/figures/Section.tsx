import { useElementSize } from '@mantine/hooks';
import { useId, useRef, type ReactNode } from 'react';
import { SaveMenu } from '../../../ui/Figure.tsx';
import styles from '../Inside.module.css';

interface SectionProps {
  title: string;
  /** One sentence on what the figure shows. */
  description: string;
  csv: () => string;
  actions?: ReactNode;
  /** Renders the figure in the available width. */
  children: (width: number) => ReactNode;
}

/** A figure of Inside with its title, a description and a menu to save it. */
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
