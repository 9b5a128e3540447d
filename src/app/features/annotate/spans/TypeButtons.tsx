import type { CSSProperties, ReactNode } from 'react';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import { lookOfSlot } from '../../../look/entity-look.ts';
import { Key } from '../../../ui/commands/Key.tsx';
import { EntityShape } from '../../../ui/entity/EntityShape.tsx';
import { markCommands } from './span-commands.ts';
import styles from './TypeButtons.module.css';

interface TypeButtonsProps {
  types: readonly SpanType[];
  /** The type of the selected span. */
  chosen: string | undefined;
  mark: (type: string) => void;
  children?: ReactNode;
}

/** A button for each type, which marks the selection with it. */
export function TypeButtons({ types, chosen, mark, children }: TypeButtonsProps) {
  const commands = markCommands(types, mark);
  return (
    <fieldset className={styles.types} aria-label="Types">
      {types.map(({ name, colour }, i) => {
        const look = lookOfSlot(colour);
        const { label, keys, run } = commands[i]!;
        return (
          <button
            key={name}
            type="button"
            className={styles.type}
            aria-label={label}
            aria-pressed={chosen === name}
            style={{ '--colour': look.colour } as CSSProperties}
            onClick={run}
          >
            <EntityShape look={look} />
            {name}
            {keys[0] !== undefined && <Key>{keys[0]}</Key>}
          </button>
        );
      })}
      {children}
    </fieldset>
  );
}
