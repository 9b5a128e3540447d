import { VisuallyHidden } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { addOwnFiles } from '../../files/files.ts';
import { ADD_FILES } from '../../ui/navigation.ts';
import styles from './Data.module.css';

/** The input for files of all kinds, which the trainer recognises. */
export function AddFiles() {
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = ''; // so that the same file can be chosen again
    void addOwnFiles(files);
  };
  return (
    <label className={styles.add}>
      Add files
      <VisuallyHidden>
        <input id={ADD_FILES} type="file" multiple onChange={onChange} />
      </VisuallyHidden>
    </label>
  );
}
