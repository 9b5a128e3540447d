import { ActionIcon, Menu } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { saveCsv, savePng, saveSvg } from '../save-figure.ts';
import styles from './Figure.module.css';
import { Icon } from './Icon.tsx';

interface FigureProps {
  title: string;
  /** What will be here: over axes that wait, while there is nothing to show on them. */
  placeholder: string;
  isEmpty: boolean;
  actions?: ReactNode;
  /** The values drawn, as comma-separated text. */
  csv: () => string;
  /** Draws in the room there is; not called while there is none. */
  children: (frame: Frame) => ReactNode;
}

/** What a drawing is given. */
export interface Frame {
  /** In pixels. */
  width: number;
  height: number;
  /** In the caption: where to tell what is pointed at. */
  readout: HTMLElement | null;
}

/** A figure with its name, what can be changed of it, and ways to keep it. */
export function Figure({ title, placeholder, isEmpty, actions, csv, children }: FigureProps) {
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
        {!isEmpty && <SaveMenu title={title} csv={csv} svg={() => body?.querySelector('svg') ?? null} />}
      </figcaption>
      <div ref={useMergedRef(ref, setBody)} className={styles.body}>
        {/* Drawn before there is anything to show: the first drawing takes longest, and must not fall into the run. */}
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

function SaveMenu({ title, csv, svg }: { title: string; csv: () => string; svg: () => SVGSVGElement | null }) {
  const name = title.toLowerCase().replaceAll(' ', '-');
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Save ${title}`} title="Save">
          <Icon name="save" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveSvg(name, svg())}>SVG</Menu.Item>
        <Menu.Item onClick={() => void savePng(name, svg())}>PNG</Menu.Item>
        <Menu.Item onClick={() => saveCsv(name, csv())}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
