import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../eval/errors.ts';
import { formatCount } from '../../format.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { useEntityLooks } from '../../selectors/entity-looks.ts';
import { errorSummary, KIND_NAMES, toggled, type ErrorFilter } from './derive.ts';
import styles from './Errors.module.css';

interface ErrorFiltersProps {
  report: ErrorReport;
  filter: ErrorFilter;
  onChange: (filter: ErrorFilter) => void;
}

/** The number of errors of each kind and type; a button shows only these. */
export function ErrorFilters({ report, filter, onChange }: ErrorFiltersProps) {
  const looks = useEntityLooks();
  const { kinds, types } = filter;
  const summary = errorSummary(report);
  return (
    <>
      <fieldset className={styles.filters} aria-label="Kinds of errors">
        {summary.kinds.map(({ kind, count }) => (
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
        {summary.types.map(({ type, count }) => (
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
