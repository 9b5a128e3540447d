import { quoted } from '../../../../../lib/text-direction.ts';
import { NativeSelect } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { Gates } from '../../../../../tagging/explain/gates.ts';
import { tokenChosen, unitChosen } from '../../../../stores/inside.ts';
import { formatCounted } from '../../../../look/format.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import { CellRows } from '../../drawing/CellRows.tsx';
import { Column, Grid } from '../../drawing/Grid.tsx';
import { gridLayout } from '../../drawing/layout.ts';
import { useSettled } from '../../drawing/use-settled.ts';
import styles from '../../Inside.module.css';
import { requestedFigure } from '../figure.tsx';
import { gatesTable, insideRows, placeOf, sumText, unitChoices, unitName, unitRows } from './gates.ts';

const ROW = 20;

/** The last recurrent layer: the units that contribute most to an emission, and the gates of one of them. */
export const gates = requestedFigure({
  name: 'gates',
  title: 'Gates',
  text: 'The contribution of single units to the emission of the selected tag at each token: output h times weight of the linear layer. Below, the gates and states of one unit. LSTM: c = f · c before + i · g, h = o · tanh(c) (Hochreiter & Schmidhuber 1997, Gers 2000); GRU: h = z · h before + (1 − z) · n (Cho 2014). → reads from the left, ← from the right: it has seen the words that follow.',
  stages: ['recurrent'],
  isIn: ({ emissions }) => emissions === 'network',
  request: detail('gates', ({ text, sentence, token, tag, unit }) => ({ text, sentence, token, tag, unit })),
  table: (found) => gatesTable(found, [...unitRows(found), ...insideRows(found)]),
  Draw: Drawing,
  Actions: UnitChoice,
});

function UnitChoice({ data: found }: { data: Gates | undefined }) {
  if (found === undefined) return null;
  return (
    <NativeSelect
      aria-label="Unit"
      value={placeOf(found)}
      onChange={(event) => unitChosen(Number(event.currentTarget.value))}
    >
      <UnitOptions choices={unitChoices(found.hidden, ...found.directions)} />
    </NativeSelect>
  );
}

/** Memoized: there are hundreds of options. */
const UnitOptions = memo(function UnitOptions({ choices }: { choices: ReturnType<typeof unitChoices> }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

function Drawing({ data: found, width }: { data: Gates; width: number }) {
  const { tokens, token, tag, chosen, layers, hidden, directions } = found;
  const { units, rows } = useMemo(() => rowsOf(found), [found]);
  const layout = gridLayout(tokens.length, rows.length, width, ROW);
  const { left, top } = layout;
  return (
    <>
      <p aria-live="polite">
        <strong>
          {tag} at {quoted(tokens[token]!)}: {sumText(found)}.
        </strong>{' '}
        <span className={styles.small}>
          {formatCounted(hidden, 'unit')} {directions.length === 2 ? 'in each direction' : directions[0]}
          {layers > 1 ? `, layer ${layers} of ${layers}` : ''}
        </span>
      </p>
      <Grid
        label="Gates"
        tokens={tokens}
        rows={rows.map(({ name }) => name)}
        layout={layout}
        column={<Column tokens={tokens} layout={layout} column={token} />}
        onToken={tokenChosen}
      >
        <CellRows rows={rows} column={layout.column} height={ROW} />
        <text className={styles.divider} x={left} y={top + (units.length + 0.5) * ROW}>
          Unit {unitName(chosen)}
        </text>
      </Grid>
      <Tables found={useSettled(found)} />
    </>
  );
}

/** The rows of both parts, separated by an empty one. */
function rowsOf(found: Gates) {
  const [units, inside] = [unitRows(found), insideRows(found)];
  return { units, inside, rows: [...units, { name: '', cells: [] }, ...inside] };
}

/** For screen readers. Rendered after the drawing. */
const Tables = memo(function Tables({ found }: { found: Gates }) {
  const { units, inside } = rowsOf(found);
  return (
    <>
      <HiddenTable table={gatesTable(found, units, 'Unit')} caption={`What units add to ${found.tag}`} />
      <HiddenTable table={gatesTable(found, inside, 'Row')} caption={`Unit ${unitName(found.chosen)}`} />
    </>
  );
});
