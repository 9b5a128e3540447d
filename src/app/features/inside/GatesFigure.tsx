import { NativeSelect, VisuallyHidden } from '@mantine/core';
import type { Gates } from '../../../tagging/gates.ts';
import { tokenChosen, unitChosen } from '../../stores/inside.ts';
import { useDetailsStore } from '../../stores/inside-details.ts';
import { gridLayout } from './derive.ts';
import {
  gatesCsv,
  insideRows,
  placeOf,
  sumText,
  unitChoices,
  unitName,
  unitRows,
  type GateRow,
} from './derive-gates.ts';
import { DetailSection } from './DetailSection.tsx';
import { Grid } from './Grid.tsx';
import styles from './Inside.module.css';

const ROW = 20;

/** The recurrent layer from inside: the units that matter for an emission, and the gates of one of them. */
export function GatesFigure() {
  return (
    <DetailSection
      detail="gates"
      title="Gates"
      description="What single units add to the emission of the chosen tag, their output h times the weight of the linear layer, at every token; below, the gates and states of one unit. → reads from the left; ← from the right, and so knows the words that follow."
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
      data={unitChoices(gates)}
      value={placeOf(gates)}
      onChange={(event) => unitChosen(Number(event.currentTarget.value))}
    />
  );
}

function Drawing({ gates, width }: { gates: Gates; width: number }) {
  const { tokens, token, tag, chosen, layers, hidden, directions } = gates;
  const [units, inside] = [unitRows(gates), insideRows(gates)];
  const rows = [...units, { name: '', cells: [] }, ...inside];
  const layout = gridLayout(tokens.length, rows.length, width, ROW);
  const { left, top, column } = layout;
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
        column={token}
        outlined={{ first: token, count: 1 }}
        onToken={tokenChosen}
      >
        {rows.map((row, i) => (
          <Cells key={i} row={row} x={left} y={top + i * ROW} column={column} />
        ))}
        <text className={styles.divider} x={left} y={top + (units.length + 0.5) * ROW}>
          Unit {unitName(chosen)}
        </text>
      </Grid>
      <VisuallyHidden>
        <GatesTable tokens={tokens} caption={`What units add to ${tag}`} rows={units} />
        <GatesTable tokens={tokens} caption={`Unit ${unitName(chosen)}`} rows={inside} />
      </VisuallyHidden>
    </>
  );
}

function Cells({ row, x, y, column }: { row: GateRow; x: number; y: number; column: number }) {
  return (
    <g transform={`translate(${x}, ${y})`} aria-hidden="true">
      {row.cells.map(({ value, text, opacity }, t) => (
        <g key={t} transform={`translate(${t * column}, 0)`}>
          <rect
            className={value < 0 ? styles.negative : styles.positive}
            width={column - 1}
            height={ROW - 1}
            fillOpacity={opacity}
          />
          <text className={styles.value} x={column / 2} y={ROW / 2}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

function GatesTable({
  tokens,
  caption,
  rows,
}: {
  tokens: readonly string[];
  caption: string;
  rows: readonly GateRow[];
}) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Row</th>
          {tokens.map((token, t) => (
            <th key={t} scope="col">
              {token}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map(({ text }, t) => (
              <td key={t}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
