import styles from './Study.module.css';

/** The heads of the columns of scores, as all tables of several runs have them. */
export function ScoreHeads({ hasTest }: { hasTest: boolean }) {
  return (
    <>
      <th scope="col" className={styles.secondary} aria-label="Precision on dev">
        <abbr title="Precision on dev">dev P</abbr>
      </th>
      <th scope="col" className={styles.secondary} aria-label="Recall on dev">
        <abbr title="Recall on dev">dev R</abbr>
      </th>
      <th scope="col">dev F1</th>
      {hasTest && <th scope="col">test F1</th>}
    </>
  );
}
