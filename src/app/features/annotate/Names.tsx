import { Button, FileButton } from '@mantine/core';
import { loadNames } from '../../actions/annotation-sets.ts';
import { formatCounted } from '../../format.ts';
import { useAnnotationStore } from '../../stores/annotation.ts';
import styles from './Annotate.module.css';

/** Known names, suggested while there is no model. */
export function Names() {
  const names = useAnnotationStore((store) => store.names);
  return (
    <div className={styles.names}>
      <p className={styles.dim}>
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
