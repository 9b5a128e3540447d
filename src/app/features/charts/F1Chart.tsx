import { LineChart } from 'recharts';
import { memo, useEffect } from 'react';
import { epochPointedAt, useViewStore } from '../../stores/view.ts';
import { ShapePath } from '../../ui/EntityShape.tsx';
import { useEntityLooks } from '../../ui/use-entity-looks.ts';
import type { Frame } from '../../ui/Figure.tsx';
import { f1AxisFloor, f1Ends, f1InWords, f1RowAt, labelRoom, type F1Row } from './derive.ts';
import { EndLabels } from './EndLabels.tsx';
import { F1Axes } from './F1Axes.tsx';
import { F1Curves } from './F1Curves.tsx';
import { Readout } from './Readout.tsx';
import { MARGIN, SYNC } from './sync.ts';
import { usePointedEpoch } from './use-plot.ts';

interface F1ChartProps {
  rows: F1Row[];
  types: readonly string[];
  lastEpoch: number;
  frame: Frame;
}

type Drawn = Readonly<Pick<F1ChartProps, 'rows' | 'types'>>;

/** F1 on dev, in percent: overall, and a line for each type. */
export const F1Chart = memo(function F1Chart({ rows, types, lastEpoch, frame }: F1ChartProps) {
  const floor = f1AxisFloor(rows);
  return (
    <LineChart
      width={frame.width}
      height={frame.height}
      data={rows}
      margin={{ ...MARGIN, right: labelRoom(f1Ends(rows, types)) }}
      {...SYNC}
      accessibilityLayer={rows.length > 0}
      title="F1 by epoch"
    >
      <F1Axes floor={floor} lastEpoch={lastEpoch} />
      <F1Curves rows={rows} types={types} />
      <F1Labels rows={rows} types={types} />
      <TellEpoch />
      <F1Readout rows={rows} types={types} place={frame.readout} />
    </LineChart>
  );
});

/** To the matrix and the scores. */
function TellEpoch() {
  const epoch = usePointedEpoch();
  useEffect(() => {
    epochPointedAt(epoch);
    return () => epochPointedAt(undefined);
  }, [epoch]);
  return null;
}

function F1Readout({ rows, types, place }: Drawn & { place: HTMLElement | null }) {
  const row = f1RowAt(rows, usePointedEpoch());
  return <Readout place={place} text={row && f1InWords(row, [])} spoken={row && f1InWords(row, types)} />;
}

/** The names at the line ends tell the scores of the epoch pointed at, else of the last. */
function F1Labels({ rows, types }: Drawn) {
  const looks = useEntityLooks();
  const activeType = useViewStore((view) => view.activeType);
  const ends = f1Ends(rows, types, usePointedEpoch()).map(({ type, ...end }) => ({
    ...end,
    sign: type !== undefined && <ShapePath look={looks(type)} />,
    isStrong: type === undefined || type === activeType,
    isFaint: activeType !== undefined && type !== undefined && type !== activeType,
  }));
  return <EndLabels ends={ends} />;
}
