import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { scoreName } from '../../../eval/scores.ts';
import { formatScore } from '../../format.ts';
import { useHistoryStore } from '../../stores/history.ts';
import { epochShown, runShown, useOverTimeStore } from '../../stores/over-time.ts';
import { useInsideStore } from '../../stores/inside.ts';
import { selectIsActive, useRunStore } from '../../stores/run.ts';
import { Scrollable } from '../../ui/Scrollable.tsx';
import type { EpochMatrix } from '../../thinned-epochs.ts';
import { useEpochs, useSeries, type ReadSeries } from '../../ui/plot/use-series.ts';
import {
  cellInWords,
  strength,
  keptEpochShown,
  matrixRows,
  overTimeCsv,
  pathInWords,
  runChoices,
  scoresInWords,
  shownEpoch,
  type ShownEpoch,
} from './derive-over-time.ts';
import { clipped, gridLayout, intensity, scoreText } from './derive.ts';
import styles from './Inside.module.css';
import { Section } from './Section.tsx';

const NO_TAGS: readonly string[] = [];
const readMatrices: ReadSeries<readonly EpochMatrix[]> = ({ matrices }) => matrices;
const CELL = 13;
const LEFT = 76;
const TOP = 48;

/**
 * Transition matrix, scores and sentence after each epoch of a run. During training it is rendered only while in view, since it changes
 * with every epoch, and training needs every core.
 */
export function OverTimeFigure() {
  const { ref, inViewport } = useInViewport();
  const isTraining = useRunStore(selectIsActive);
  return (
    <section ref={ref} aria-label="Over time" className={styles.overTime}>
      {inViewport || !isTraining ? <OverTime /> : <h2>Over time</h2>}
    </section>
  );
}

/** Explains why a new sentence has no history: the weights of earlier epochs are not stored, as they take megabytes each. */
const NO_PAST =
  'This sentence was in the box in that epoch. The current sentence has no history: the weights of earlier epochs are not stored. Train again to follow it.';

function OverTime() {
  const live = useSeries(readMatrices);
  const scores = useEpochs();
  const { sentences, epoch, run } = useOverTimeStore();
  const tags = useRunStore(({ progress }) => progress.facts?.tags ?? NO_TAGS);
  const records = useHistoryStore((store) => store.records);
  const latest = useHistoryStore((store) => store.latest);
  const choices = runChoices(records, latest, live.length > 0);
  const chosen = choices.find(({ id }) => id === run) ?? choices[0];
  const isLive = chosen !== undefined && chosen.id === latest && live.length > 0;
  const shown = isLive
    ? shownEpoch(scores, live, sentences, tags, epoch)
    : chosen && keptEpochShown(chosen.record, epoch);
  const now = useInsideStore(({ inspection }) => inspection?.result.sentences[0]?.tokens.join(' '));
  const isOther = now !== undefined && now !== shown?.trellis?.sentence.tokens.join(' ');
  const epochs = isLive
    ? live.map((matrix) => matrix.epoch)
    : (chosen?.record.kept?.epochs ?? []).map((one) => one.epoch);
  const choice = chosen && choices.length > 1 && (
    <NativeSelect
      aria-label="Run over time"
      data={choices.map(({ id, record }) => ({ value: id, label: record.name }))}
      value={chosen.id}
      onChange={(event) => runShown(event.currentTarget.value)}
    />
  );
  return (
    <>
      {shown === undefined ? (
        <>
          <div className={styles.caption}>
            <h2>Over time</h2>
            {choice}
          </div>
          <p className={styles.description}>
            {chosen === undefined
              ? 'Train a run: its matrix, its scores by type, and the emissions and tags of the sentence are stored after each epoch.'
              : `${chosen.record.name} has no stored epochs: none was scored, or the run is from a version that did not store them.`}
          </p>
        </>
      ) : (
        <Section
          title="Over time"
          description="Transition matrix, dev scores and emissions of the sentence after each epoch, with the weights that were scored. Empty cells of the matrix are illegal transitions; the best path is outlined. With several seeds: the best run."
          csv={() => overTimeCsv(shown)}
          actions={choice}
        >
          {(width) => (
            <>
              <input
                type="range"
                className={styles.slider}
                aria-label="Epoch"
                aria-valuetext={`epoch ${shown.report.epoch}`}
                min={0}
                max={epochs.length - 1}
                value={epochs.indexOf(shown.report.epoch)}
                onChange={(event) => epochShown(epochs[Number(event.currentTarget.value)])}
              />
              <p aria-live="polite">
                <strong>Epoch {shown.report.epoch}</strong>: dev {scoreName(shown.report.dev)}{' '}
                {formatScore(shown.report.dev.overall.f1)} ({scoresInWords(shown.report)})
              </p>
              {shown.trellis ? (
                <p className={styles.description}>
                  {pathInWords(shown.trellis)}
                  {isOther && ` ${NO_PAST}`}
                </p>
              ) : (
                <p className={styles.description}>No sentence was followed in this epoch.</p>
              )}
              <Drawing shown={shown} width={width} />
              <Values shown={shown} />
            </>
          )}
        </Section>
      )}
    </>
  );
}

/** The matrix, and below it the emissions with the path outlined. */
function Drawing({ shown, width }: { shown: ShownEpoch; width: number }) {
  const rows = matrixRows(shown);
  const { trellis, tags } = shown;
  const side = TOP + rows.length * CELL;
  const column = trellis ? gridLayout(trellis.T, tags.length, width, CELL).column : 0; // as in the other figures
  const height = side + (trellis ? 34 + tags.length * CELL : 0);
  const across = Math.max(LEFT + rows.length * CELL, LEFT + column * (trellis?.T ?? 0));
  return (
    <Scrollable className={styles.scroll} label="Matrix and emissions">
      <svg data-figure className={styles.grid} width={across} height={height} aria-hidden="true">
        {[...tags, 'END'].map((name, c) => (
          <text
            key={name}
            className={styles.columnName}
            transform={`translate(${LEFT + c * CELL + CELL - 3}, ${TOP - 4}) rotate(-90)`}
          >
            {name}
          </text>
        ))}
        {rows.map((row, r) => (
          <g key={r} transform={`translate(0, ${TOP + r * CELL})`}>
            <text className={styles.tagName} x={LEFT - 6} y={CELL - 3}>
              {row[0]?.from}
            </text>
            {row.map(
              (cell, c) =>
                cell && (
                  <rect
                    key={c}
                    className={cell.value < 0 ? styles.negative : styles.positive}
                    x={LEFT + c * CELL}
                    width={CELL - 1}
                    height={CELL - 1}
                    data-illegal={cell.isIllegal || undefined}
                    fillOpacity={cell.isIllegal ? 0 : strength(cell.value)}
                  >
                    <title>{cellInWords(cell)}</title>
                  </rect>
                ),
            )}
          </g>
        ))}
        {trellis && (
          <g transform={`translate(0, ${side + 30})`}>
            {trellis.sentence.tokens.map((token, t) => (
              <g key={t} transform={`translate(${LEFT + t * column}, 0)`}>
                <text className={styles.tokenName} x={column / 2} y={-6}>
                  {clipped(token, column)}
                </text>
                {tags.map((tag, k) => {
                  const score = trellis.sentence.emissions[t * tags.length + k]!;
                  return (
                    <g key={tag} transform={`translate(0, ${k * CELL})`}>
                      <rect
                        className={score < 0 ? styles.negative : styles.positive}
                        width={column - 1}
                        height={CELL - 1}
                        fillOpacity={intensity(score)}
                      >
                        <title>{`${token}, ${tag}: ${scoreText(score)}`}</title>
                      </rect>
                      {trellis.path[t] === k && (
                        <rect className={styles.onPath} x={1} y={1} width={column - 3} height={CELL - 3} />
                      )}
                    </g>
                  );
                })}
              </g>
            ))}
            {tags.map((tag, k) => (
              <text key={tag} className={styles.tagName} x={LEFT - 6} y={k * CELL + CELL - 3}>
                {tag}
              </text>
            ))}
          </g>
        )}
      </svg>
    </Scrollable>
  );
}

function Values({ shown }: { shown: ShownEpoch }) {
  const { report, trellis } = shown;
  return (
    <VisuallyHidden>
      <table aria-label={`Scores after epoch ${report.epoch}`}>
        <tbody>
          {Object.entries(report.dev.byType).map(([type, { f1 }]) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td>{formatScore(f1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table aria-label={`Transitions after epoch ${report.epoch}`}>
        <tbody>
          {matrixRows(shown).map((row, r) => (
            <tr key={r}>
              {row.map((cell, c) => (
                <td key={c}>{cell && cellInWords(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {trellis && (
        <table aria-label={`Tags after epoch ${report.epoch}`}>
          <tbody>
            {trellis.sentence.tokens.map((token, t) => (
              <tr key={t}>
                <th scope="row">{token}</th>
                <td>{trellis.sentence.tags[trellis.path[t]!]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </VisuallyHidden>
  );
}
