import { useInViewport } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import type { Result } from '../../../workers/wire/protocol.ts';
import { detailInView, useDetailsStore, type DetailName } from '../../stores/inside-details.ts';
import styles from './Inside.module.css';
import { Section } from './Section.tsx';

interface DetailSectionProps<Name extends DetailName> {
  detail: Name;
  title: string;
  description: string;
  csv: (answer: Result<Name>) => string;
  actions?: ReactNode;
  children: (answer: Result<Name>, width: number) => ReactNode;
}

/** A figure whose data are requested from the worker while it is in view. */
export function DetailSection<Name extends DetailName>({
  detail,
  csv,
  children,
  ...section
}: DetailSectionProps<Name>) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const answer = useDetailsStore(({ answers }) => answers[detail]) as Result<Name> | undefined;
  const error = useDetailsStore(({ errors }) => errors[detail]);
  useEffect(() => {
    detailInView(detail, inViewport);
    return () => detailInView(detail, false);
  }, [detail, inViewport]);
  return (
    <div ref={ref} className={styles.detail}>
      <Section {...section} csv={() => (answer === undefined ? '' : csv(answer))}>
        {(width) => {
          if (error !== undefined) return <p className={styles.description}>{error.message}</p>;
          if (answer === undefined) return <p className={styles.description}>Computing…</p>;
          return children(answer, width);
        }}
      </Section>
    </div>
  );
}
