import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import type { FloatingProps } from '../../ui/controls/Floating.tsx';
import styles from './Matrix.module.css';

/** A button that explains the matrix and the CRF. */
export function AboutMatrix({ button, opened, onChange }: FloatingProps) {
  return (
    <Popover width={320} position="bottom-end" opened={opened} onChange={onChange}>
      <Popover.Target>{cloneElement(button, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown className={styles.about}>
        <p>
          <strong>The matrix</strong> has the learned score of each tag (column) after each tag (row): red makes the
          step more likely, blue less likely. Steps that the tag scheme forbids are hatched.
        </p>
        <p>
          <strong>The CRF</strong> (conditional random field) adds these scores to the network’s scores of each token,
          and takes the tags whose sum over the whole sentence is highest, not the best tag of each token alone.
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
