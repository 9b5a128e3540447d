import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { FIELDS } from '../../../config/schema.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { minutesTyped, useSearchStore, variedChanged, variedOf, type Varied } from './store.ts';
import { formatCounted } from '../../look/format.ts';
import shared from '../../look/text.module.css';
import styles from './Search.module.css';

/** The budget, and the settings to vary with their ranges. */
export function SearchSettings() {
  const id = useId();
  const { minutes, changed } = useSearchStore();
  const config = useRecipeStore(selectConfig);
  const [isOpen, setOpen] = useState(false);
  const varied = variedOf(config, changed);
  const chosen = varied.filter(({ isVaried }) => isVaried);
  return (
    <div className={styles.settings}>
      <div className={styles.budget}>
        <label htmlFor={id}>Budget in minutes</label>
        <TextInput
          id={id}
          className={styles.minutes}
          inputMode="decimal"
          autoComplete="off"
          value={minutes}
          onChange={({ currentTarget }) => minutesTyped(currentTarget.value)}
        />
        <span className={shared.dim}>
          for the whole search, including the final training. A full training takes{' '}
          {formatCounted(config.epochs, 'epoch')}; patience is off.
        </span>
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          Settings to vary: {chosen.length} of {varied.length}
        </summary>
        <p className={shared.dim}>
          An interval such as 0.0005..0.01, or values such as 8,16,32. Other settings are those of the recipe.
        </p>
        <ul className={styles.ranges}>
          {varied.map((one) => (
            <VariedSetting key={one.field} varied={one} />
          ))}
        </ul>
      </details>
    </div>
  );
}

function VariedSetting({ varied: { field, isVaried, text, problem } }: { varied: Varied }) {
  const { label, help } = FIELDS[field];
  return (
    <li>
      <label title={help}>
        <input
          type="checkbox"
          checked={isVaried}
          onChange={({ currentTarget }) => variedChanged(field, { isVaried: currentTarget.checked, text })}
        />
        {label}
      </label>
      <TextInput
        aria-label={`Range of ${label}`}
        autoComplete="off"
        disabled={!isVaried}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => variedChanged(field, { isVaried, text: currentTarget.value })}
      />
    </li>
  );
}
