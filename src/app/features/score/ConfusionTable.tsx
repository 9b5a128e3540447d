import { formatCount, formatCounted } from '../../format.ts';
import { useEntityLooks } from '../../selectors/entity-looks.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import type { ErrorSummary } from './derive.ts';
import styles from './Errors.module.css';

/** Which types are confused with which. There is nothing to show for a single type. */
export function ConfusionTable({ types, rows }: ErrorSummary['confusion']) {
  const looks = useEntityLooks();
  if (types.length < 2) return null;
  const hasMisplaced = rows.some(({ cells }) => cells.some(({ misplaced }) => (misplaced ?? 0) > 0));
  const name = (type: string | undefined) =>
    type === undefined ? 'none' : <EntityName type={type} look={looks(type)} />;
  return (
    <Scrollable className={styles.scroll} label="Types confused with each other">
      <table className={styles.confusion} aria-label="Confusion of types">
        <caption>
          Gold in rows, predicted in columns. On the diagonal: correct entities
          {hasMisplaced && ', and after + those with wrong boundaries'}.
        </caption>
        <thead>
          <tr>
            <th scope="col">Gold</th>
            {[...types, undefined].map((type) => (
              <th key={type ?? ''} scope="col">
                {name(type)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ gold, cells }) => (
            <tr key={gold ?? ''}>
              <th scope="row">{name(gold)}</th>
              {cells.map(({ predicted, count, misplaced }) => (
                <td
                  key={predicted ?? ''}
                  data-same={misplaced !== undefined || undefined}
                  data-zero={count === 0 || undefined}
                >
                  {count === undefined ? '' : formatCount(count)}
                  {misplaced !== undefined && misplaced > 0 && (
                    <span
                      title={`${formatCounted(misplaced, 'entity', 'entities')} of the right type with wrong boundaries`}
                    >
                      {' '}
                      +{formatCount(misplaced)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}
