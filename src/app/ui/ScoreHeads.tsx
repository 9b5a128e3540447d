import type { ScoreName } from '../../eval/scores.ts';
import styles from './ResultsTable.module.css';

/** The heads of the score columns in tables of runs. @param name of the score; `score`: runs with F1 and with token accuracy */
export function ScoreHeads({ hasTest, name }: { hasTest: boolean; name: ScoreName | 'score' }) {
  const short = name === 'token accuracy' ? <abbr title="Token accuracy">accuracy</abbr> : name;
  return (
    <>
      <th scope="col" className={styles.secondary} aria-label="Precision on dev">
        <abbr title="Precision on dev">dev P</abbr>
      </th>
      <th scope="col" className={styles.secondary} aria-label="Recall on dev">
        <abbr title="Recall on dev">dev R</abbr>
      </th>
      <th scope="col">dev {short}</th>
      {hasTest && <th scope="col">test {short}</th>}
    </>
  );
}
