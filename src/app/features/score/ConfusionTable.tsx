import { confusionOfTypes, type PairCount } from '../../../eval/errors.ts';
import { formatCount } from '../../format.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import { confusionRows } from './derive.ts';
import styles from './Errors.module.css';

/** Which types are taken for which; of one type alone there is nothing to tell. */
export function ConfusionTable({ counts }: { counts: readonly PairCount[] }) {
  const looks = useEntityLooks();
  const confusion = confusionOfTypes(counts);
  if (confusion.types.length < 2) return null;
  const name = (type: string | undefined) =>
    type === undefined ? 'none' : <EntityName type={type} look={looks(type)} />;
  return (
    // What scrolls can be scrolled by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label="Types taken for each other">
      <table className={styles.confusion} aria-label="Confusion of types">
        <caption>Gold in rows, predicted in columns</caption>
        <thead>
          <tr>
            <th scope="col">Gold</th>
            {[...confusion.types, undefined].map((type) => (
              <th key={type ?? ''} scope="col">
                {name(type)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {confusionRows(confusion).map(({ gold, cells }) => (
            <tr key={gold ?? ''}>
              <th scope="row">{name(gold)}</th>
              {cells.map(({ predicted, count, isSame }) => (
                <td key={predicted ?? ''} data-same={isSame || undefined} data-zero={count === 0 || undefined}>
                  {count === undefined ? '' : formatCount(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
