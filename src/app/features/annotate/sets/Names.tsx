import { Button, FileButton } from '@mantine/core';
import { loadNames } from './actions.ts';
import shared from '../../../look/text.module.css';
import { formatCounted } from '../../../look/format.ts';
import { useAnnotationStore } from '../store.ts';
import styles from './Names.module.css';

/** Known names, suggested while there is no model. */
export function Names() {
  const names = useAnnotationStore((store) => store.names);
  return (
    <div className={styles.names}>
      <p className={shared.dim}>
        {names
          ? `${formatCounted(names.count, 'name')} from ${names.file} are suggested.`
          : 'A file with a name, a tab and a type on each line: these names are suggested.'}
      </p>
      <FileButton onChange={(file) => file && void loadNames(file)} inputProps={{ 'aria-label': 'Name list' }}>
        {(props) => <Button {...props}>{names ? 'Choose another list' : 'Choose a list'}</Button>}
      </FileButton>
    </div>
  );
}
