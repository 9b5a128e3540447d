import { formatScore } from '../../look/format.ts';
import { useEntityLooks } from '../entity/entity-looks.ts';
import styles from './ScoreTable.module.css';

/** A share in percent with a bar below, in the colour of the type if there is one; a dash if undefined. */
export function Share({ share, type }: { share: number | undefined; type?: string | undefined }) {
  const looks = useEntityLooks();
  if (share === undefined) return '–';
  const background = type === undefined ? 'var(--dim)' : looks(type).colour;
  return (
    <>
      <span className={styles.bar} style={{ width: `${share * 100}%`, background }} />
      {formatScore(share)}
    </>
  );
}
