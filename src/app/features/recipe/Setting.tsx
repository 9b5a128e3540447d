import { ActionIcon, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { FIELDS, type Field, type FieldName } from '../../../config/schema.ts';
import { formatSentence } from '../../format.ts';
import {
  parseSetting,
  selectChanged,
  selectPresetId,
  settingChanged,
  settingReset,
  settingTyped,
  useRecipeStore,
} from '../../stores/recipe.ts';
import { focusNext } from '../../navigation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { helpOf, presetValue } from './derive.ts';
import styles from './Recipe.module.css';

/** One row of `FIELDS`: its label, its input, what differs from the preset, and its help. */
export function Setting({ name, isQuick = false }: { name: FieldName; isQuick?: boolean }) {
  const id = useId();
  const presetId = useRecipeStore(selectPresetId);
  const isMisfit = useRecipeStore(({ misfits }) => misfits[name] !== undefined);
  const isChanged = useRecipeStore((store) => selectChanged(store).split(' ').includes(name)) || isMisfit;
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
          title={`The preset says ${original}. Reset`}
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
      return <NumberSetting name={name} id={id} help={help} value={Number(value)} />;
    default:
      return field satisfies never;
  }
}

/** Takes what is typed as soon as it fits; what does not fit says so, and stands there until it is put right. */
function NumberSetting({ name, id, help, value }: { name: FieldName; id: string; help: string; value: number }) {
  const [draft, setDraft] = useState<string>();
  const misfit = useRecipeStore(({ misfits }) => misfits[name]);
  const parsed = misfit === undefined ? undefined : parseSetting(name, misfit);
  return (
    <TextInput
      id={id}
      aria-describedby={help}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? misfit ?? String(value)}
      error={parsed && 'problem' in parsed ? formatSentence(parsed.problem.reason) : undefined}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        settingTyped(name, currentTarget.value);
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}
