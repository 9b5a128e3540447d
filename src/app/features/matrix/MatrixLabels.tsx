import { typePointedAt, useViewStore } from '../../stores/view.ts';
import { ShapePath } from '../../ui/entity/EntityShape.tsx';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import { GLYPH, lettersAcross, LONGEST_TYPE, shortTag, tagGroups, type MatrixLayout } from './layout.ts';
import styles from './Matrix.module.css';

interface MatrixLabelsProps {
  tags: readonly string[];
  layout: MatrixLayout;
  active: { row: number; column: number } | undefined;
}

/** Tags beside rows and columns, and the types of their groups further outside. */
export function MatrixLabels({ tags, layout, active }: MatrixLabelsProps) {
  const { size, cell, left, top, hasTags, isUpright } = layout;
  const middle = (index: number) => (index + 0.5) * cell;
  const endFits = cell >= 3 * GLYPH;
  return (
    <g className={styles.labels} aria-hidden="true">
      <text x={left - 4} y={top + middle(0)} textAnchor="end" data-active={active?.row === 0 || undefined}>
        START
      </text>
      <text
        // If it is wider than its cell, it starts at the left edge, since there is space to the right.
        x={left + (endFits ? middle(size - 1) : (size - 1) * cell + 4)}
        y={top - 7}
        textAnchor={endFits ? 'middle' : 'start'}
        data-active={active?.column === size - 1 || undefined}
      >
        END
      </text>
      {hasTags &&
        tags.map((tag, i) => (
          <g key={tag} style={{ fontSize: Math.min(FONT, cell) }}>
            <text
              x={left - 4}
              y={top + middle(i + 1)}
              textAnchor="end"
              data-active={active?.row === i + 1 || undefined}
            >
              {shortTag(tag)}
            </text>
            <text
              transform={`translate(${left + middle(i)}, ${top - (isUpright ? 4 : 7)})${isUpright ? ' rotate(-90)' : ''}`}
              textAnchor={isUpright ? 'start' : 'middle'}
              data-active={active?.column === i || undefined}
            >
              {shortTag(tag)}
            </text>
          </g>
        ))}
      <Groups tags={tags} layout={layout} />
    </g>
  );
}

function Groups({ tags, layout }: Omit<MatrixLabelsProps, 'active'>) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const { size, cell, left, top, hasTags, tagRoom, areTypesUpright } = layout;
  const end = size * cell;
  return tagGroups(tags).map(({ type, from, count }) => {
    const extent = count * cell;
    const start = from * cell;
    const across = lettersAcross(extent);
    return (
      <g
        key={type}
        className={styles.group}
        data-active={type === activeType || undefined}
        onPointerEnter={() => typePointedAt(type)}
        onPointerLeave={() => typePointedAt(undefined)}
      >
        <line x1={left} x2={left + end} y1={top + start + cell} y2={top + start + cell} />
        <line x1={left + start} x2={left + start} y1={top} y2={top + end} />
        {extent >= ROW && (
          <g
            transform={`translate(6, ${top + start + cell + extent / 2}) scale(${Math.min(1, extent / ROW_OF_LABELS)})`}
          >
            <ShapePath look={looks(type)} />
            <text x={9}>{cut(type, LONGEST_TYPE)}</text>
          </g>
        )}
        {!areTypesUpright && across >= 1 && (
          <g transform={`translate(${left + start + 7}, 6)`}>
            <ShapePath look={looks(type)} />
            <text x={9}>{cut(type, across)}</text>
          </g>
        )}
        {areTypesUpright && extent >= LINE && (
          <g transform={`translate(${left + start + extent / 2}, ${top - (hasTags ? tagRoom : 0) - 8}) rotate(-90)`}>
            <ShapePath look={looks(type)} />
            <text x={9}>{cut(type, LONGEST_TYPE)}</text>
          </g>
        )}
      </g>
    );
  });
}

/** Size of the letters in pixels, in Matrix.module.css, too. In smaller cells they are smaller, so that rows do not overlap. */
const FONT = 10;
/** Pixels across the columns for a rotated name. */
const LINE = 9;
/** Line height in pixels for names at full size; with less, names are smaller. */
const ROW_OF_LABELS = 12;
/** Minimum line height of legible names. */
const ROW = 8;

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
