import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';

interface ResetRowProps {
  /** Whether the figure is as it was at first. */
  isFirst: boolean;
  onReset: () => void;
  /** Other buttons, before it. */
  children?: ReactNode;
}

/** The last row of a figure that can be changed. */
export function ResetRow({ isFirst, onReset, children }: ResetRowProps) {
  const { t } = useSay();
  return (
    <div className={styles.row}>
      {children}
      <Button disabled={isFirst} onClick={onReset}>
        {t('figure.reset')}
      </Button>
    </div>
  );
}
