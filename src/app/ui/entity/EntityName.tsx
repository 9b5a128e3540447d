import type { ReactNode } from 'react';
import type { EntityLook } from '../../look/entity-look.ts';
import { typePointedAt, useViewStore } from '../../stores/view.ts';
import styles from './EntityName.module.css';
import { EntityShape } from './EntityShape.tsx';

/** An entity type with its sign. Pointing at it emphasises the type on the whole page. */
export function EntityName({ type, look, children }: { type: string; look: EntityLook; children?: ReactNode }) {
  const activeType = useViewStore((view) => view.activeType);
  return (
    <span
      className={styles.name}
      data-active={activeType === type || undefined}
      onPointerEnter={() => typePointedAt(type)}
      onPointerLeave={() => typePointedAt(undefined)}
    >
      <EntityShape look={look} />
      <span className={styles.type}>{type}</span>
      {children}
    </span>
  );
}
