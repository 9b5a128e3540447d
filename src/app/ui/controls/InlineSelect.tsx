import type { ChangeEvent } from 'react';
import styles from './InlineSelect.module.css';

interface InlineSelectProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** A select within a line of text: it looks like a word, and is as wide as the chosen option. */
export function InlineSelect({ label, options, value, isDisabled, onChange }: InlineSelectProps) {
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <span className={styles.box} data-chosen={chosen}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange(event.currentTarget.value)}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
