import { formatProbability } from '../../format.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useEntityLooks } from '../../selectors/entity-looks.ts';
import type { FoundEntity } from './derive.ts';
import styles from './Try.module.css';

interface EntityListProps {
  entities: readonly FoundEntity[];
  /** Explains the entity at an index. */
  explain: (index: number) => void;
}

/** The entities found, with their character offsets. */
export function EntityList({ entities, explain }: EntityListProps) {
  const looks = useEntityLooks();
  return (
    <table className={styles.list} aria-label="Found entities">
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Text</th>
          <th scope="col">
            <abbr title="Characters (Unicode code points, as Python counts), from 0; the end is not included">
              Offsets
            </abbr>
          </th>
          <th scope="col" aria-label="Probability">
            <abbr title="Probability">p</abbr>
          </th>
        </tr>
      </thead>
      <tbody>
        {entities.map(({ type, text, start, end, probability }, i) => (
          <tr key={start}>
            <td>
              <EntityName type={type} look={looks(type)} />
            </td>
            <td className={styles.words}>
              <LinkButton title="Why this is an entity" onClick={() => explain(i)}>
                {text}
              </LinkButton>
            </td>
            <td>
              {start}–{end}
            </td>
            <td>{formatProbability(probability)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
