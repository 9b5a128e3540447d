import { Fragment, type ReactNode } from 'react';
import type { EntityLook } from '../../look/entity-look.ts';
import { typePointedAt, useViewStore } from '../../stores/view.ts';
import styles from './EntityName.module.css';
import { EntityShape } from './EntityShape.tsx';

/** A name that may be broken after `_`, `-`, `.` and `/`. */
function breakable(name: string): ReactNode {
  const parts = name.split(/(?<=[_./-])(?=[^_./-])/);
  return parts.length === 1
    ? name
    : parts.map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {part}
        </Fragment>
      ));
}

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
      <span className={styles.type}>{breakable(type)}</span>
      {children}
    </span>
  );
}
