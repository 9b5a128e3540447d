import { ActionIcon } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { Table } from '../../lib/table.ts';
import styles from './Figure.module.css';
import { Icon } from './Icon.tsx';
import { MenuButton } from './controls/MenuButton.tsx';

interface FigureProps<Row> {
  title: string;
  /** Text shown over empty axes. */
  placeholder: string;
  isEmpty: boolean;
  actions?: ReactNode;
  /** The values drawn, to be saved; undefined while there are none. */
  table: () => Table<Row, unknown> | undefined;
  /** Renders the drawing; not called while the frame has no size. */
  children: (frame: Frame) => ReactNode;
}

/** The area for a drawing. */
export interface Frame {
  /** In pixels. */
  width: number;
  height: number;
  /** Element in the caption for the value under the pointer. */
  readout: HTMLElement | null;
}

/** A figure with a title, controls, and a menu to save it. */
export function Figure<Row>({ title, placeholder, isEmpty, actions, table, children }: FigureProps<Row>) {
  const id = useId();
  const { ref, width, height } = useElementSize();
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [readout, setReadout] = useState<HTMLElement | null>(null);
  const frame = useMemo(() => ({ width, height, readout }), [width, height, readout]);
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <h2 id={id}>{title}</h2>
        <div ref={setReadout} className={styles.readout} />
        {actions}
        {!isEmpty && <SaveMenu title={title} table={table} svg={() => body?.querySelector('svg') ?? null} />}
      </figcaption>
      <div ref={useMergedRef(ref, setBody)} className={styles.body}>
        {/* Also rendered when empty: the first render takes longest, and must not slow down the run. */}
        {width > 0 && height > 0 && children(frame)}
        {isEmpty && (
          <p className={styles.placeholder}>
            <span>{placeholder}</span>
          </p>
        )}
      </div>
    </figure>
  );
}

/** A few words in the caption. */
export function FigureNote({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <span className={styles.note} title={title}>
      {children}
    </span>
  );
}

interface SaveMenuProps<Row> {
  title: string;
  table: () => Table<Row, unknown> | undefined;
  svg: () => SVGSVGElement | null;
}

/** The values and the drawing of a figure as files. */
export function SaveMenu<Row>({ title, table, svg }: SaveMenuProps<Row>) {
  const name = title.toLowerCase().replaceAll(' ', '-');
  const files = () => import('./save-figure.ts');
  return (
    <MenuButton
      button={
        <ActionIcon aria-label={`Save ${title}`} title="Save">
          <Icon name="save" size={14} />
        </ActionIcon>
      }
      items={[
        { label: 'SVG', onClick: () => void files().then(({ saveSvg }) => saveSvg(name, svg())) },
        { label: 'PNG', onClick: () => void files().then(({ savePng }) => savePng(name, svg())) },
        { label: 'CSV', onClick: () => void files().then(({ saveTable }) => saveTable(name, table())) },
      ]}
    />
  );
}
