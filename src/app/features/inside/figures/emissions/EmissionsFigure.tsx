import { useMemo } from 'react';
import type { RunConfig } from '../../../../../config/schema.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import { useInsideStore } from '../../../../stores/inside.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { CellRows } from '../../drawing/CellRows.tsx';
import { TokenGrid } from '../../drawing/Grid.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import styles from '../../Inside.module.css';
import { sentenceFigure, type ShownSentence } from '../figure.tsx';
import { shownTags } from '../trellis/trellis.ts';
import { emissionRows, emissionsTable, overruledNotes } from './emissions.ts';

const ROW = 20;

const SOURCES: Record<RunConfig['emissions'], string> = {
  network: 'from the linear layer (Lample 2016, §2.2: P)',
  features: 'the sum of the weights of its active features (Sha & Pereira 2003, §2)',
};

interface Emissions {
  source: RunConfig['emissions'];
  trellis: Trellis;
  /** The drawn tags. */
  shown: readonly number[];
}

/** A score for each tag of each token, before transitions. */
export const emissions = sentenceFigure({
  name: 'emissions',
  title: 'Emissions',
  text: ({ source }) =>
    `The score of each tag for each token, ${SOURCES[source]}. Outlined: the tags of the best path. Dot: another tag has a higher emission.`,
  stages: ['emissions'],
  useData: useEmissions,
  table: ({ trellis }: Emissions) => emissionsTable(trellis.sentence),
  Draw: Drawing,
});

function useEmissions({ trellis, inspection }: ShownSentence): Emissions {
  const source = inspection.result.config.emissions;
  const mode = useInsideStore((store) => store.mode);
  const tagging = useInsideStore((store) => store.tagging);
  const { shown } = shownTags(trellis, mode, tagging);
  return useMemo(() => ({ source, trellis, shown }), [source, trellis, shown]);
}

function Drawing({ data: { trellis, shown }, width }: { data: Emissions; width: number }) {
  const { sentence, path } = trellis;
  const { tokens, tags } = sentence;
  const notes = overruledNotes(trellis);
  const overruled = new Set(notes.map(({ token }) => token));
  const layout = gridLayout(tokens.length, shown.length, width, ROW);
  const { left, top, column } = layout;
  return (
    <>
      <TokenGrid
        trellis={trellis}
        label="Emissions"
        tokens={tokens}
        rows={shown.map((tag) => tags[tag]!)}
        layout={layout}
      >
        <CellRows rows={emissionRows(trellis, shown)} column={column} height={ROW} />
        {tokens.map((_, t) => (
          <OnPath
            key={t}
            x={left + t * column}
            y={top + shown.indexOf(path[t]!) * ROW}
            column={column}
            isOverruled={overruled.has(t)}
          />
        ))}
      </TokenGrid>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label="Overruled emissions">
          {notes.map(({ token, note }) => (
            <li key={token}>{note}</li>
          ))}
        </ul>
      )}
      <HiddenTable table={emissionsTable(sentence)} caption="Emissions" />
    </>
  );
}

interface OnPathProps {
  x: number;
  y: number;
  column: number;
  /** Whether another emission of the token is higher. */
  isOverruled: boolean;
}

function OnPath({ x, y, column, isOverruled }: OnPathProps) {
  return (
    <g transform={`translate(${x}, ${y})`} aria-hidden="true">
      <rect className={styles.onPath} x={1} y={1} width={column - 3} height={ROW - 3} />
      {isOverruled && <circle className={styles.dot} cx={column - 8} cy={ROW / 2} r={3} />}
    </g>
  );
}
