import { ActionIcon, Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { AnnotationSet, SpanType } from '../../../../annotation/sets/set.ts';
import { addType, changeTypes } from './actions.ts';
import shared from '../../../look/text.module.css';
import { ENTITY_COLOURS, lookOfSlot } from '../../../look/entity-look.ts';
import { formatCount } from '../../../look/format.ts';
import { EntityShape } from '../../../ui/entity/EntityShape.tsx';
import { focusNeighbour, viewPanel } from '../../../ui/navigation.ts';
import styles from './TypesEditor.module.css';

/** The number of spans of each type. */
function typeCounts({ types, sentences }: AnnotationSet): { type: SpanType; count: number }[] {
  const counts = new Map<string, number>();
  for (const { spans } of sentences) for (const { type } of spans) counts.set(type, (counts.get(type) ?? 0) + 1);
  return types.map((type) => ({ type, count: counts.get(type.name) ?? 0 }));
}

const KEYS = ['', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The types of a set: their names, colours and keys. */
export function TypesEditor({ set }: { set: AnnotationSet }) {
  const [added, setAdded] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    addType(added);
    setAdded('');
  };
  return (
    <div className={styles.types}>
      <ul aria-label="Types of the set">
        {typeCounts(set).map(({ type, count }) => (
          <TypeRow key={type.name} type={type} count={count} types={set.types} />
        ))}
      </ul>
      <form className={styles.add} onSubmit={add}>
        <TextInput
          aria-label="New type"
          placeholder="New type"
          value={added}
          onChange={(event) => setAdded(event.currentTarget.value)}
        />
        <Button type="submit" disabled={added.trim() === ''}>
          Add
        </Button>
      </form>
    </div>
  );
}

function TypeRow({ type, count, types }: { type: SpanType; count: number; types: readonly SpanType[] }) {
  const { name, colour, key } = type;
  const [value, setValue] = useState(name);
  const change = (changes: Partial<SpanType>) =>
    changeTypes(types.map((other) => (other === type ? { ...other, ...changes } : other)));
  const rename = () => {
    const renamed = value.trim();
    if (renamed === name || renamed === '' || types.some((other) => other.name === renamed)) setValue(name);
    else
      changeTypes(
        types.map((other) => (other === type ? { ...other, name: renamed } : other)),
        { [name]: renamed },
      );
  };
  const choose = (chosen: string) =>
    changeTypes(
      types.map((other) => {
        if (other === type) return { ...other, key: chosen === '' ? undefined : chosen };
        return other.key === chosen ? { ...other, key } : other; // swaps the keys of two types
      }),
    );
  return (
    <li>
      <ActionIcon
        aria-label={`Colour of ${name}`}
        title="Another colour"
        onClick={() => change({ colour: (colour + 1) % ENTITY_COLOURS.light.length })}
      >
        <EntityShape look={lookOfSlot(colour)} size={12} />
      </ActionIcon>
      <TextInput
        aria-label={`Name of ${name}`}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={({ key: pressed, currentTarget }) => pressed === 'Enter' && currentTarget.blur()}
      />
      <NativeSelect
        aria-label={`Key of ${name}`}
        data={KEYS.map((one) => ({ value: one, label: one === '' ? '–' : one }))}
        value={key ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <span className={shared.dim}>{formatCount(count)}</span>
      <CloseButton
        size="sm"
        aria-label={`Remove ${name}`}
        title={count > 0 ? 'Remove the type and its spans' : 'Remove'}
        disabled={types.length === 1}
        onClick={({ currentTarget }) => {
          changeTypes(types.filter((other) => other !== type));
          focusNeighbour(currentTarget, viewPanel('annotate'));
        }}
      />
    </li>
  );
}
