import styles from './ResultsTable.module.css';

/** The heads of the score columns in tables of runs. */
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
