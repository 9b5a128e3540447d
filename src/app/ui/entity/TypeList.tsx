import { formatCount } from '../../look/format.ts';
import shared from '../../look/text.module.css';
import { EntityName } from './EntityName.tsx';
import { useEntityLooks } from './entity-looks.ts';
import styles from './TypeList.module.css';

interface TypeListProps {
  types: readonly { type: string; count?: number }[];
  /** How many types are not in the list. */
  more?: number;
  label?: string;
}

/** Types with their signs, and how often each occurs. */
export function TypeList({ types, more = 0, label }: TypeListProps) {
  const looks = useEntityLooks();
  return (
    <ul className={styles.list} aria-label={label}>
      {types.map(({ type, count }) => (
        <li key={type}>
          <EntityName type={type} look={looks(type)}>
            {count !== undefined && <span className={shared.quiet}>{formatCount(count)}</span>}
          </EntityName>
        </li>
      ))}
      {more > 0 && <li className={shared.quiet}>and {formatCount(more)} more</li>}
    </ul>
  );
}
