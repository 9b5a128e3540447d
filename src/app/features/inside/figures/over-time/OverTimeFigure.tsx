import { NativeSelect } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { scoreName } from '../../../../../eval/scores.ts';
import { formatCounted, formatScore } from '../../../../look/format.ts';
import { epochShown, runShown } from '../../../../stores/runs/over-time.ts';
import { selectIsActive, useRunStore } from '../../../../stores/runs/run.ts';
import { HiddenTable } from '../../../../ui/tables/DataTable.tsx';
import { Scrollable } from '../../../../ui/Scrollable.tsx';
import { CellRows } from '../../drawing/CellRows.tsx';
import { clipped, clippedName, GRID_LEFT, gridLayout } from '../../drawing/layout.ts';
import styles from '../../Inside.module.css';
import type { Figure } from '../figure.tsx';
import { Section } from '../Section.tsx';
import {
  epochRows,
  overTimeTable,
  pathInWords,
  pathTable,
  scoresInWords,
  scoresTable,
  transitionsTable,
  type ShownEpoch,
} from './over-time.ts';
import { useOverTime, type OverTime } from './use-over-time.ts';

const CELL = 13;
const TOP = 48;

/** Matrix, scores and sentence after each epoch of a run. It is also shown without a sentence. */
export const overTime: Figure = { name: 'over-time', title: 'Over time', Component: OverTimeFigure };

/** During training it is rendered only while in view, since it changes with every epoch, and training needs every core. */
export function OverTimeFigure() {
  const { ref, inViewport } = useInViewport();
  const isTraining = useRunStore(selectIsActive);
  return (
    <section ref={ref} aria-label={overTime.title} className={styles.overTime}>
      {inViewport || !isTraining ? <Content /> : <h2>{overTime.title}</h2>}
    </section>
  );
}

function Content() {
  const found = useOverTime();
  const { choices, chosen, shown } = found;
  const choice = chosen && choices.length > 1 && (
    <NativeSelect
      aria-label="Run over time"
      data={choices.map(({ id, record }) => ({ value: id, label: record.name }))}
      value={chosen.id}
      onChange={(event) => runShown(event.currentTarget.value)}
    />
  );
  if (shown === undefined)
    return (
      <>
        <div className={styles.caption}>
          <h2>{overTime.title}</h2>
          {choice}
        </div>
        <p className={styles.description}>
          {chosen === undefined
            ? 'Train a run: its matrix, its scores by type, and the emissions and tags of the sentence are stored after each epoch.'
            : `${chosen.name} has no stored epochs: none was scored, or the run is from a version that did not store them.`}
        </p>
      </>
    );
  return (
    <Section
      title={overTime.title}
      description="Transition matrix, dev scores and emissions of the sentence after each epoch, with the weights that were scored. Empty cells of the matrix are illegal transitions; the best path is outlined. With several seeds: the best run."
      table={() => overTimeTable(shown)}
      actions={choice}
    >
      {(width) => (
        <>
          <Epoch {...found} shown={shown} />
          <Drawing shown={shown} width={width} />
          <HiddenTable table={scoresTable(shown)} label={`Scores after epoch ${shown.report.epoch}`} />
          {epochRows(shown).matrix.length > 0 && (
            <HiddenTable
              table={transitionsTable(shown)}
              label={`Transitions after epoch ${shown.report.epoch}`}
              hasRowNames={false}
            />
          )}
          {shown.trellis && (
            <HiddenTable table={pathTable(shown.trellis)} label={`Tags after epoch ${shown.report.epoch}`} />
          )}
        </>
      )}
    </Section>
  );
}

/** Explains why a new sentence has no history: the weights of earlier epochs are not stored, as they take megabytes each. */
const NO_PAST =
  'This sentence was in the box in that epoch. The current sentence has no history: the weights of earlier epochs are not stored. Train again to follow it.';

/** The slider, and what the epoch is in words. */
function Epoch({ shown, epochs, isOther }: OverTime & { shown: ShownEpoch }) {
  const { report, trellis } = shown;
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        aria-label="Epoch"
        aria-valuetext={`epoch ${report.epoch}`}
        min={0}
        max={epochs.length - 1}
        value={epochs.indexOf(report.epoch)}
        onChange={(event) => epochShown(epochs[Number(event.currentTarget.value)])}
      />
      <p aria-live="polite">
        <strong>Epoch {report.epoch}</strong>: dev {scoreName(report.dev)} {formatScore(report.dev.overall.f1)} (
        {scoresInWords(report)})
      </p>
      <p className={styles.description}>
        {trellis ? pathInWords(trellis) : 'No sentence was followed in this epoch.'}
        {trellis && isOther && ` ${NO_PAST}`}
      </p>
      {epochRows(shown).matrix.length === 0 && (
        <p className={styles.description}>
          {formatCounted(shown.tags.length, 'tag')}: too many to draw their matrix. Save it as CSV.
        </p>
      )}
    </>
  );
}

/** The matrix, and below it the emissions with the path outlined. */
function Drawing({ shown, width }: { shown: ShownEpoch; width: number }) {
  const { matrix, emissions } = epochRows(shown);
  const { trellis, tags } = shown;
  const column = trellis ? gridLayout(trellis.T, tags.length, width, CELL).column : 0; // as in the other figures
  const hasMatrix = matrix.length > 0;
  const below = (hasMatrix ? TOP : 0) + matrix.length * CELL + 30;
  const height = trellis ? below + 4 + tags.length * CELL : below - 30;
  const across = GRID_LEFT + Math.max(matrix.length * CELL, column * (trellis?.T ?? 0));
  return (
    <Scrollable className={styles.scroll} label="Matrix and emissions">
      <svg data-figure className={styles.grid} width={across} height={height} aria-hidden="true">
        {(hasMatrix ? [...tags, 'END'] : []).map((name, c) => (
          <text
            key={name}
            className={styles.columnName}
            transform={`translate(${GRID_LEFT + c * CELL + CELL - 3}, ${TOP - 4}) rotate(-90)`}
          >
            {clippedName(name)}
            <title>{name}</title>
          </text>
        ))}
        <RowNames names={matrix.map(({ name }) => name)} top={TOP} />
        <CellRows rows={matrix} column={CELL} height={CELL} top={TOP} />
        {trellis && (
          <>
            {trellis.sentence.tokens.map((token, t) => (
              <text key={t} className={styles.tokenName} x={GRID_LEFT + (t + 0.5) * column} y={below - 6}>
                {clipped(token, column)}
              </text>
            ))}
            <RowNames names={tags} top={below} />
            <CellRows rows={emissions} column={column} height={CELL} top={below} />
            {Array.from(trellis.path, (k, t) => (
              <rect
                key={t}
                className={styles.onPath}
                x={GRID_LEFT + t * column + 1}
                y={below + k * CELL + 1}
                width={column - 3}
                height={CELL - 3}
              />
            ))}
          </>
        )}
      </svg>
    </Scrollable>
  );
}

function RowNames({ names, top }: { names: readonly string[]; top: number }) {
  return names.map((name, i) => (
    <text key={name} className={styles.tagName} x={GRID_LEFT - 6} y={top + i * CELL + CELL - 3}>
      {clippedName(name)}
      <title>{name}</title>
    </text>
  ));
}
