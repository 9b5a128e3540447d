import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../eval/errors.ts';
import { formatCount } from '../../format.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import { KIND_NAMES, kindCounts, toggled, typeCounts, type ErrorFilter } from './derive.ts';
import styles from './Errors.module.css';

interface ErrorFiltersProps {
  report: ErrorReport;
  filter: ErrorFilter;
  onChange: (filter: ErrorFilter) => void;
}

/** How many errors there are of each kind and type: a press shows these alone. */
export function ErrorFilters({ report, filter, onChange }: ErrorFiltersProps) {
  const looks = useEntityLooks();
  const { kinds, types } = filter;
  return (
    <>
      <fieldset className={styles.filters} aria-label="Kinds of errors">
        {kindCounts(report).map(({ kind, count }) => (
          <Toggle
            key={kind}
            isPressed={kinds.includes(kind)}
            count={count}
            onPress={() => onChange({ kinds: toggled(kinds, kind), types })}
          >
            {KIND_NAMES[kind]}
          </Toggle>
        ))}
      </fieldset>
      <fieldset className={styles.filters} aria-label="Types of errors">
        {typeCounts(report).map(({ type, count }) => (
          <Toggle
            key={type}
            isPressed={types.includes(type)}
            count={count}
            onPress={() => onChange({ kinds, types: toggled(types, type) })}
          >
            <EntityName type={type} look={looks(type)} />
          </Toggle>
        ))}
      </fieldset>
    </>
  );
}

interface ToggleProps {
  isPressed: boolean;
  count: number;
  onPress: () => void;
  children: ReactNode;
}

function Toggle({ isPressed, count, onPress, children }: ToggleProps) {
  return (
    <Button className={styles.toggle ?? ''} aria-pressed={isPressed} onClick={onPress}>
      {children} <span className={styles.count}>{formatCount(count)}</span>
    </Button>
  );
}
