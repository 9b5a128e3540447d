import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { memo, useMemo } from 'react';
import type { Gates } from '../../../tagging/gates.ts';
import { tokenChosen, unitChosen } from '../../stores/inside.ts';
import { useDetailsStore } from '../../stores/inside-details.ts';
import { CellRows } from './CellRows.tsx';
import { gridLayout, type CellRow } from './derive.ts';
import { gatesCsv, insideRows, placeOf, sumText, unitChoices, unitName, unitRows } from './derive-gates.ts';
import { DetailSection } from './DetailSection.tsx';
import { Column, Grid } from './Grid.tsx';
import styles from './Inside.module.css';
import { TokenTable } from './TokenTable.tsx';
import { useSettled } from './use-settled.ts';

const ROW = 20;

/** The last recurrent layer: the units that contribute most to an emission, and the gates of one of them. */
export function GatesFigure() {
  return (
    <DetailSection
      detail="gates"
      title="Gates"
      description="The contribution of single units to the emission of the selected tag at each token: output h times weight of the linear layer. Below, the gates and states of one unit (LSTM: Hochreiter & Schmidhuber 1997, Gers 2000; GRU: Cho 2014). → reads from the left, ← from the right: it has seen the words that follow."
      csv={gatesCsv}
      actions={<UnitChoice />}
    >
      {(gates, width) => <Drawing gates={gates} width={width} />}
    </DetailSection>
  );
}

function UnitChoice() {
  const gates = useDetailsStore(({ answers }) => answers.gates);
  if (gates === undefined) return null;
  return (
    <NativeSelect
      aria-label="Unit"
      value={placeOf(gates)}
      onChange={(event) => unitChosen(Number(event.currentTarget.value))}
    >
      <UnitOptions choices={unitChoices(gates.hidden, ...gates.directions)} />
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

function Drawing({ gates, width }: { gates: Gates; width: number }) {
  const { tokens, token, tag, chosen, layers, hidden, directions } = gates;
  const { units, rows } = useMemo(() => rowsOf(gates), [gates]);
  const layout = gridLayout(tokens.length, rows.length, width, ROW);
  const { left, top } = layout;
  return (
    <>
      <p aria-live="polite">
        <strong>
          {tag} at “{tokens[token]}”: {sumText(gates)}.
        </strong>{' '}
        <span className={styles.dim}>
          {hidden} units {directions.length === 2 ? 'in each direction' : directions[0]}
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
      <Tables gates={useSettled(gates)} />
    </>
  );
}

/** The rows of both parts, separated by an empty one. */
function rowsOf(gates: Gates) {
  const [units, inside] = [unitRows(gates), insideRows(gates)];
  return { units, inside, rows: [...units, { name: '', cells: [] }, ...inside] };
}

/** For screen readers. Rendered after the drawing. */
const Tables = memo(function Tables({ gates }: { gates: Gates }) {
  const { tokens, tag, chosen } = gates;
  const { units, inside } = rowsOf(gates);
  const textsOf = (rows: readonly CellRow[]) =>
    rows.map(({ name, cells }) => ({ name, cells: cells.map(({ text }) => text) }));
  return (
    <VisuallyHidden>
      <TokenTable caption={`What units add to ${tag}`} head="Unit" tokens={tokens} rows={textsOf(units)} />
      <TokenTable caption={`Unit ${unitName(chosen)}`} head="Row" tokens={tokens} rows={textsOf(inside)} />
    </VisuallyHidden>
  );
});
