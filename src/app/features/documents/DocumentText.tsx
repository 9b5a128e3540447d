import { memo, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import type { Block } from '../../../documents/document.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import { labelOf, segmentsOf } from '../../ui/entity/segments.ts';
import entityStyles from '../../ui/entity/EntityText.module.css';
import { useChoicesStore } from './choices.ts';
import styles from './Documents.module.css';
import { entitiesOfBlocks } from './entities.ts';
import { entitySelected, textSelected, useDocumentsStore, type DocumentEntity, type OpenDocument } from './store.ts';

/** Paragraphs that are drawn together when they come near the visible part. */
const CHUNK = 12;
/** Height of a line, and characters on it, to estimate the height of what is not drawn yet. */
const LINE = 28;
const CHARACTERS = 90;

const NONE: readonly DocumentEntity[] = [];

/** The text of a document with its entities. */
export function DocumentText({ document: shown }: { document: OpenDocument }) {
  const { blocks, entities, file } = shown;
  const box = useRef<HTMLDivElement>(null);
  const selected = useDocumentsStore((store) => store.selected);
  const target = entities.find(({ id }) => id === selected)?.block;
  const chunks = useMemo(
    () => Array.from({ length: Math.ceil(blocks.length / CHUNK) }, (_, i) => blocks.slice(i * CHUNK, (i + 1) * CHUNK)),
    [blocks],
  );
  useEffect(() => {
    const read = () => readSelection(box.current);
    const select = ({ target }: MouseEvent) => {
      const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-id]') : null;
      if (mark !== null) entitySelected(Number(mark.dataset['id']));
    };
    const element = box.current;
    document.addEventListener('selectionchange', read);
    element?.addEventListener('click', select);
    return () => {
      document.removeEventListener('selectionchange', read);
      element?.removeEventListener('click', select);
    };
  }, []);
  useEffect(() => {
    if (selected === undefined) return;
    // After the chunk was drawn.
    requestAnimationFrame(() =>
      box.current?.querySelector(`[data-id="${selected}"]`)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
  }, [selected]);
  return (
    <Scrollable className={styles.text} label={`Text of ${file.name}`}>
      <div ref={box}>
        {chunks.map((chunk, i) => (
          <Chunk
            key={i}
            blocks={chunk}
            first={i * CHUNK}
            entities={entitiesOfBlocks(entities, i * CHUNK, (i + 1) * CHUNK)}
            isWanted={target !== undefined && Math.floor(target / CHUNK) === i}
          />
        ))}
      </div>
    </Scrollable>
  );
}

interface ChunkProps {
  blocks: readonly Block[];
  first: number;
  /** Those of these blocks, in order. */
  entities: readonly DocumentEntity[];
  /** Whether it must be drawn now. */
  isWanted: boolean;
}

/** Paragraphs, drawn once they come near the visible part. */
const Chunk = memo(function Chunk({ blocks, first, entities, isWanted }: ChunkProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(first === 0);
  useEffect(() => {
    if (isNear || element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setNear(true), {
      root: element.current.closest(`.${styles.text}`), // a margin of the window does not reach into what scrolls
      rootMargin: '600px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  const lines = blocks.reduce((sum, { text }) => sum + Math.ceil(text.length / CHARACTERS), 0);
  if (!isNear && !isWanted) return <div ref={element} style={{ height: lines * LINE }} />;
  const byBlock = groupBy(entities, ({ block }) => block);
  return blocks.map((block, i) => {
    const index = first + i;
    const place = index === 0 || blocks[i - 1]?.place !== block.place ? block.place : undefined;
    return <Paragraph key={index} index={index} block={block} place={place} entities={byBlock.get(index) ?? NONE} />;
  });
}, isSameChunk);

function isSameChunk(a: ChunkProps, b: ChunkProps): boolean {
  const isSameText = a.blocks.length === b.blocks.length && a.blocks.every((block, i) => block === b.blocks[i]);
  return isSameText && a.isWanted === b.isWanted && isSameList(a.entities, b.entities);
}

interface ParagraphProps {
  index: number;
  block: Block;
  /** Undefined: that of the paragraph before it. */
  place: string | undefined;
  entities: readonly DocumentEntity[];
}

const Paragraph = memo(
  function Paragraph({ index, block, place, entities }: ParagraphProps) {
    const looks = useEntityLooks();
    const selected = useDocumentsStore((store) =>
      entities.some(({ id }) => id === store.selected) ? store.selected : -1,
    );
    const threshold = useChoicesStore((store) => store.threshold);
    return (
      <div className={styles.paragraph} data-hidden={block.isHidden || undefined}>
        <span className={styles.place}>
          {place}
          {block.isHidden && ' (removed by a redaction)'}
        </span>
        <p dir="auto" data-block={index} className={entityStyles['text']}>
          {segmentsOf(block.text, entities).map(({ at, text, entity }) => {
            if (entity === undefined) return <span key={at}>{text}</span>;
            const { id, type, probability, by, isDecided } = entity as DocumentEntity;
            const label = labelOf(type, by === 'hand' || isDecided ? undefined : probability);
            return (
              <mark
                key={at}
                data-id={id}
                data-entity={type}
                data-label={label}
                data-active={id === selected || undefined}
                data-faint={(by === 'model' && !isDecided && probability < threshold) || undefined}
                className={`${entityStyles['mark']} ${styles.mark}`}
                style={{ '--colour': looks(type).colour } as CSSProperties}
              >
                {text}
              </mark>
            );
          })}
        </p>
      </div>
    );
  },
  (a, b) => a.block === b.block && a.place === b.place && isSameList(a.entities, b.entities),
);

function isSameList(a: readonly DocumentEntity[], b: readonly DocumentEntity[]): boolean {
  return a.length === b.length && a.every((entity, i) => entity === b[i]);
}

/** Takes the text that is selected within a paragraph, without spaces around it. */
function readSelection(box: HTMLElement | null): void {
  const selection = getSelection();
  if (box === null || selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const paragraphOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-block]') ?? null;
  const paragraph = paragraphOf(range.startContainer);
  if (paragraph === null || paragraph !== paragraphOf(range.endContainer)) return;
  const before = range.cloneRange();
  before.selectNodeContents(paragraph);
  before.setEnd(range.startContainer, range.startOffset);
  const text = range.toString();
  const start = before.toString().length + text.length - text.trimStart().length;
  const end = start + text.trim().length;
  if (start < end) textSelected({ block: Number(paragraph.dataset['block']), start, end });
}
