import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../eval/errors.ts';
import { formatCount } from '../../look/format.ts';
import { EntityName } from '../../ui/entity/EntityName.tsx';
import { sliceName } from '../../ui/tables/slice-names.ts';
import { SLICING_NAMES } from '../../ui/tables/slicings.ts';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import { errorSummary, KIND_NAMES, toggled, type ErrorFilter } from './errors.ts';
import styles from './Errors.module.css';

interface ErrorFiltersProps {
  /** Of texts with one class, whose errors are all of one kind. */
  ofClasses: boolean;
  report: ErrorReport;
  filter: ErrorFilter;
  onChange: (filter: ErrorFilter) => void;
}

/** The number of errors of each kind and type; a button shows only these. */
export function ErrorFilters({ ofClasses, report, filter, onChange }: ErrorFiltersProps) {
  const looks = useEntityLooks();
  const { kinds, types, slices } = filter;
  const summary = errorSummary(report);
  return (
    <>
      {!ofClasses && (
        <fieldset className={styles.filters} aria-label="Kinds of errors">
          {summary.kinds.map(({ kind, count }) => (
            <Toggle
              key={kind}
              isPressed={kinds.includes(kind)}
              count={count}
              onPress={() => onChange({ ...filter, kinds: toggled(kinds, kind) })}
            >
              {KIND_NAMES[kind]}
            </Toggle>
          ))}
        </fieldset>
      )}
      <fieldset className={styles.filters} aria-label="Types of errors">
        {summary.types.map(({ type, count }) => (
          <Toggle
            key={type}
            isPressed={types.includes(type)}
            count={count}
            onPress={() => onChange({ ...filter, types: toggled(types, type) })}
          >
            <EntityName type={type} look={looks(type)} />
          </Toggle>
        ))}
      </fieldset>
      {!ofClasses && (
        <div className={styles.slices}>
          {summary.slicings.map(({ slicing, slices: counted }) => (
            <NativeSelect
              key={slicing}
              aria-label={`Errors by: ${SLICING_NAMES[slicing]}`}
              value={slices[slicing] ?? ''}
              data={[
                { value: '', label: SLICING_NAMES[slicing] },
                ...counted.map(({ slice, count }) => ({
                  value: slice,
                  label: `${sliceName(slicing, slice).name} (${formatCount(count)})`,
                })),
              ]}
              onChange={(event) =>
                onChange({ ...filter, slices: { ...slices, [slicing]: event.currentTarget.value || undefined } })
              }
            />
          ))}
        </div>
      )}
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
