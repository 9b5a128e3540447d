import type { CSSProperties } from 'react';
import type { SpanType } from '../../../annotation/set.ts';
import { lookOfSlot } from '../../entity-look.ts';
import { EntityShape } from '../../ui/EntityShape.tsx';
import styles from './Annotate.module.css';
import { Key } from './Key.tsx';

interface TypeButtonProps {
  type: SpanType;
  /** Whether the selected span has this type. */
  isChosen: boolean;
  onMark: (type: string) => void;
}

/** Marks the selected tokens with a type. */
export function TypeButton({ type: { name, colour, key }, isChosen, onMark }: TypeButtonProps) {
  const look = lookOfSlot(colour);
  return (
    <button
      type="button"
      className={styles.type}
      aria-label={`Mark as ${name}`}
      aria-pressed={isChosen}
      style={{ '--colour': look.colour } as CSSProperties}
      onClick={() => onMark(name)}
    >
      <EntityShape look={look} />
      {name}
      {key !== undefined && <Key>{key}</Key>}
    </button>
  );
}
