import { ActionIcon, NativeSelect, Switch } from '@mantine/core';
import { useId } from 'react';
import type { Field } from '../../../config/field.ts';
import { FIELDS, type FieldName } from '../../../config/schema.ts';
import { focusNext } from '../../ui/navigation.ts';
import { selectPresetId, settingChanged, settingReset, settingTyped, useRecipeStore } from '../../stores/recipe.ts';
import { Icon } from '../../ui/Icon.tsx';
import { helpOf, presetValue } from './fields.ts';
import { NumberBox } from './NumberBox.tsx';
import styles from './Recipe.module.css';
import { selectIsChanged } from './selectors.ts';

/** One row of `FIELDS`: its label, its input, a reset button if it differs from the preset, and its help. */
export function Setting({ name, isQuick = false }: { name: FieldName; isQuick?: boolean }) {
  const id = useId();
  const presetId = useRecipeStore(selectPresetId);
  const isChanged = useRecipeStore(selectIsChanged(name));
  const { label } = FIELDS[name];
  const original = presetValue(presetId, name);
  return (
    <div className={isQuick ? styles.quickSetting : styles.setting} data-changed={isChanged || undefined}>
      <label htmlFor={id} title={isQuick ? helpOf(name) : undefined}>
        {label}
      </label>
      {isChanged && (
        <ActionIcon
          className={styles.reset}
          size={24}
          aria-label={`Reset ${label} to ${original}`}
          title={`The preset has ${original}. Reset`}
          onClick={() => {
            settingReset(name);
            focusNext(id);
          }}
        >
          <Icon name="reset" size={12} />
        </ActionIcon>
      )}
      <SettingInput name={name} id={id} help={`${id}-help`} />
      <p id={`${id}-help`} className={isQuick ? styles.hidden : styles.help}>
        {helpOf(name)}
      </p>
    </div>
  );
}

function SettingInput({ name, id, help }: { name: FieldName; id: string; help: string }) {
  const field: Field = FIELDS[name];
  const value = useRecipeStore(({ recipe }) => recipe.config[name]);
  switch (field.type) {
    case 'switch':
      return (
        <Switch
          id={id}
          aria-describedby={help}
          checked={value === true}
          onChange={(event) => settingChanged(name, event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          id={id}
          aria-describedby={help}
          data={[...field.choices]}
          value={String(value)}
          onChange={(event) => settingTyped(name, event.currentTarget.value)}
        />
      );
    case 'integer':
    case 'number':
      return (
        <NumberBox
          name={name}
          id={id}
          help={help}
          value={Number(value)}
          inputMode="decimal"
          onType={(text) => settingTyped(name, text)}
        />
      );
    default:
      return field satisfies never;
  }
}
