import { formatCount, formatScore } from '../format.ts';
import { scoreName, type ScoreName, type Scores } from '../../eval/scores.ts';
import { useViewStore } from '../stores/view.ts';
import { EntityName } from './EntityName.tsx';
import { scoreRows, type ScoreRow } from './score-rows.ts';
import styles from './ScoreTable.module.css';
import { useEntityLooks } from '../selectors/entity-looks.ts';

/** Precision, recall and F1 in percent, with a bar below each; overall, then a row for each type. */
export function ScoreTable({
  label,
  scores,
  placeholder,
}: {
  label: string;
  scores: Scores | undefined;
  placeholder: string;
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <Head name="Precision" text="P" title="Precision: the share of what was predicted that is right" />
          <Head name="Recall" text="R" title="Recall: the share of the gold entities that was found" />
          <Head name="F1" text="F1" title="The harmonic mean of precision and recall" />
          <Head name="Support" text="Support" title="Gold entities" />
        </tr>
      </thead>
      <tbody>
        {scores ? (
          scoreRows(scores).map((row) => <Row key={row.type ?? ''} row={row} name={scoreName(scores)} />)
        ) : (
          <tr>
            <td colSpan={5} className={styles.placeholder}>
              {placeholder}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A column heading, which is announced by its full name. */
function Head({ name, text, title }: { name: string; text: string; title: string }) {
  return (
    <th scope="col" aria-label={name}>
      <abbr title={title}>{text}</abbr>
    </th>
  );
}

function Row({ row, name }: { row: ScoreRow; name: ScoreName }) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const { type, precision, recall, f1, support } = row;
  const overallName = name === 'F1' ? 'Overall' : 'Token accuracy';
  const isAccuracy = type === undefined && name === 'token accuracy';
  return (
    <tr
      className={type === undefined ? styles.overall : ''}
      data-active={(type !== undefined && type === activeType) || undefined}
    >
      <th scope="row" colSpan={isAccuracy ? 3 : 1}>
        {type === undefined ? overallName : <EntityName type={type} look={looks(type)} />}
      </th>
      {!isAccuracy && (
        <>
          <ShareCell share={precision} />
          <ShareCell share={recall} />
        </>
      )}
      <ShareCell share={f1} colour={type === undefined ? undefined : looks(type).colour} />
      <td>{formatCount(support)}</td>
    </tr>
  );
}

function ShareCell({ share, colour = 'var(--dim)' }: { share: number; colour?: string | undefined }) {
  return (
    <td className={styles.share}>
      <span className={styles.bar} style={{ width: `${share * 100}%`, background: colour }} />
      {formatScore(share)}
    </td>
  );
}
