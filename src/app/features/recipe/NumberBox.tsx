import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldName } from '../../../config/schema.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { selectProblem } from './selectors.ts';

interface NumberBoxProps {
  name: FieldName | 'seeds';
  id: string;
  /** Element id of the help. */
  help: string;
  value: number;
  inputMode: 'decimal' | 'numeric';
  onType: (text: string) => void;
}

/** An input that applies text as soon as it is valid. Invalid text remains until it is corrected, with the reason below. */
export function NumberBox({ name, id, help, value, inputMode, onType }: NumberBoxProps) {
  const [draft, setDraft] = useState<string>();
  const invalid = useRecipeStore((store) => store.invalid[name]);
  const problem = useRecipeStore(selectProblem(name));
  return (
    <TextInput
      id={id}
      aria-describedby={help}
      inputMode={inputMode}
      autoComplete="off"
      value={draft ?? invalid ?? String(value)}
      error={problem}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value);
        onType(currentTarget.value);
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}
