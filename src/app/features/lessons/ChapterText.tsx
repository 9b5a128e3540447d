import { createElement, Fragment, type ReactNode } from 'react';
import type { TextNode } from '../../../lessons/chapter.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import styles from './Lessons.module.css';
import { useSay } from './use-say.ts';

/** The text of a section. Elements are made from data: the content policy allows no HTML from text. */
export function ChapterText({ nodes }: { nodes: readonly TextNode[] }) {
  return nodes.map((node, i) => <Fragment key={i}>{rendered(node)}</Fragment>);
}

function rendered(node: TextNode): ReactNode {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const made = createElement(tag, attributes, ...children.map(rendered));
  const isWide = tag === 'table' || (tag === 'math' && attributes?.['display'] === 'block');
  return isWide ? <Wide>{made}</Wide> : made;
}

/** A formula or a table, which scrolls where it does not fit. */
function Wide({ children }: { children: ReactNode }) {
  const { t } = useSay();
  return (
    <Scrollable className={styles.wide} label={t('label.formula')}>
      {children}
    </Scrollable>
  );
}
