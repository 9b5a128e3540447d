import { DEFAULT_CONFIG, FIELDS, FIELD_NAMES } from '../config/schema.ts';
import { confusionOfTypes, type EntityErrorKind, type ErrorSentence } from '../eval/errors.ts';
import type { Score } from '../eval/scores.ts';
import { mean, sampleDeviation } from '../eval/summary.ts';
import { lineChart, matrixTable, MOST_LINES } from './charts.ts';
import { html, type Insertable, type Markup } from './markup.ts';
import {
  bestEpochOf,
  f1Interval,
  typesOf,
  type ReportedConfusion,
  type ReportedEpoch,
  type ReportedErrors,
  type ReportedMatrix,
  type RunReport,
} from './run-report.ts';
import { STYLE } from './style.ts';

/** Sentences with errors in a report. */
export const LISTED_ERRORS = 100;
/** Types in the table of confusions; more do not fit a page. */
const MOST_TYPES = 30;
/** Tags in the transition matrix. */
const MOST_TAGS = 40;

/** The report as one HTML file, which needs no script and no network, and can be printed. */
export function writeHtmlReport(report: RunReport): string {
  const { name, epochs, matrix, errors, config } = report;
  const best = bestEpochOf(epochs);
  const confusion =
    'missing' in errors ? report.confusion : { file: errors.file, ...confusionOfTypes(errors.report.counts) };
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        />
        <meta name="referrer" content="no-referrer" />
        <title>${name}: report of a training run</title>
        ${STYLE}
      </head>
      <body>
        <h1>${name}</h1>
        <p>${summary(report, best)}</p>
        ${section('Scores on dev', best && scoresTable(best, devOf(report)))}
        ${section('Seeds', report.seeds.length > 0 && seedsTable(report))}
        ${section('Other files', report.scored.length > 0 && filesTable(report))}
        ${section('Curves', epochs.length > 0 && [lossChart(epochs), f1Chart(epochs)])}
        ${section('Confusion', confusion ? confusionTable(confusion) : 'missing' in errors && html`<p>${errors.missing}</p>`)}
        ${section('Errors', 'missing' in errors ? confusion && html`<p>${errors.missing}</p>` : errorList(errors))}
        ${section('Transition matrix', matrix && transitionTable(matrix, config.constraints))}
        ${section('Epochs', epochs.length > 0 && epochsTable(epochs, best))} ${section('Data', dataTable(report))}
        ${section('Recipe', recipeTable(report))}
        <footer>
          Made by Tagsmith. Intervals are at 95%, with entities taken as independent (Wilson 1927, mapped from the share
          of entities that are both gold and predicted to F1).
        </footer>
      </body>
    </html> `;
  return page.text;
}

function section(title: string, content: Insertable | undefined): Insertable {
  return content === undefined || content === false
    ? ''
    : html`<section>
        <h2>${title}</h2>
        ${content}
      </section>`;
}

const ENDS = { finished: 'Finished', patience: 'Ended by patience', stopped: 'Stopped', failed: 'Failed' } as const;

function summary({ reason, startedAt, epochs, device, preset }: RunReport, best: ReportedEpoch | undefined): string {
  const time =
    startedAt === undefined ? '' : `, started ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const end = `${reason === undefined ? 'Not finished' : ENDS[reason]} after ${epochs.length === 1 ? '1 epoch' : `${epochs.length} epochs`}${time}, on ${device}; preset ${preset}.`;
  if (best === undefined) return end;
  return `${end} Best dev F1 ${percent(best.dev.overall.f1)}${intervalText(best.dev.overall)} at epoch ${best.epoch}, whose weights are the model.`;
}

const percent = (share: number) => (100 * share).toFixed(2);

function intervalText(score: Score): string {
  const interval = f1Interval(score);
  return interval === undefined ? '' : ` (${percent(interval[0])} to ${percent(interval[1])})`;
}

function table(caption: string, heads: readonly string[], rows: readonly (readonly Insertable[])[]): Markup {
  return html`<div class="wide">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = '', ...cells]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function scoreCells(score: Score): string[] {
  return [
    percent(score.precision),
    percent(score.recall),
    percent(score.f1),
    intervalText(score).replaceAll(/^ \(|\)$/g, ''),
    String(score.support),
  ];
}

const SCORE_HEADS = ['Precision', 'Recall', 'F1', '95% interval of F1', 'Entities'];

/** Names of the dev files. */
const devOf = ({ data }: RunReport) => data.find(({ role }) => role === 'dev')?.files;

function scoresTable({ epoch, dev }: ReportedEpoch, files: string | undefined): Markup {
  const types = typesOf([{ epoch, dev } as ReportedEpoch]);
  return table(
    `Epoch ${epoch}${files === undefined ? '' : `, ${files}`}, in percent`,
    ['Type', ...SCORE_HEADS],
    [['Overall', ...scoreCells(dev.overall)], ...types.map((type) => [type, ...scoreCells(dev.byType[type]!)])],
  );
}

function seedsTable({ seeds }: RunReport): Markup {
  const complete = seeds.filter(({ reason }) => reason === 'finished' || reason === 'patience');
  const meanOf = (scores: readonly Score[]) => {
    if (scores.length === 0) return '';
    const f1s = scores.map(({ f1 }) => f1);
    const sd = scores.length > 1 ? ` ± ${percent(sampleDeviation(f1s))}` : '';
    return `${percent(mean(f1s))}${sd}`;
  };
  return table(
    'F1 in percent; mean and sample standard deviation of the complete runs',
    ['Seed', 'End', 'Dev', 'Test'],
    [
      ...seeds.map(({ seed, reason, dev, test }) => [
        String(seed),
        reason,
        percent(dev.f1),
        test ? percent(test.f1) : '',
      ]),
      ['Mean', '', meanOf(complete.map(({ dev }) => dev)), meanOf(complete.flatMap(({ test }) => test ?? []))],
    ],
  );
}

function filesTable({ scored }: RunReport): Markup {
  return table(
    'Scores of the model, in percent',
    ['File', ...SCORE_HEADS],
    scored.map(({ file, overall }) => [file, ...scoreCells(overall)]),
  );
}

function lossChart(epochs: readonly ReportedEpoch[]): Markup {
  const lines = [
    { name: 'train', points: epochs.map(({ epoch, trainLoss }) => [epoch, trainLoss] as const) },
    { name: 'dev', points: epochs.map(({ epoch, devLoss }) => [epoch, devLoss] as const) },
  ];
  return html`<figure>
    <figcaption>Loss per sentence</figcaption>
    ${lineChart(lines, 'Loss on the training and dev data after each epoch; the table of epochs has the numbers', 'epoch')}
  </figure>`;
}

function f1Chart(epochs: readonly ReportedEpoch[]): Markup {
  const types = typesOf(epochs);
  const lines = [
    { name: 'overall', points: epochs.map(({ epoch, dev }) => [epoch, 100 * dev.overall.f1] as const) },
    ...types.map((type) => ({
      name: type,
      points: epochs.map(({ epoch, dev }) => [epoch, 100 * (dev.byType[type]?.f1 ?? NaN)] as const),
    })),
  ];
  const shown =
    lines.length > MOST_LINES ? `, overall and for the ${MOST_LINES - 1} most frequent of ${types.length} types` : '';
  return html`<figure>
    <figcaption>F1 on dev in percent${shown}</figcaption>
    ${lineChart(lines, 'F1 on dev after each epoch; the table of epochs has the numbers', 'epoch')}
  </figure>`;
}

function epochsTable(epochs: readonly ReportedEpoch[], best: ReportedEpoch | undefined): Markup {
  const hasRates = epochs.some(({ learningRate }) => learningRate !== undefined);
  const rows = epochs.map((one) => [
    `${one.epoch}${one === best ? ' (best)' : ''}`,
    one.trainLoss.toFixed(4),
    one.devLoss.toFixed(4),
    ...[one.dev.overall.precision, one.dev.overall.recall, one.dev.overall.f1].map(percent),
    ...(hasRates ? [String(Number(one.learningRate?.toPrecision(4)))] : []),
    one.seconds.toFixed(1),
    String(Math.round(one.tokensPerSecond)),
  ]);
  return table(
    'Scores on dev in percent',
    [
      'Epoch',
      'Loss',
      'Dev loss',
      'Precision',
      'Recall',
      'F1',
      ...(hasRates ? ['Learning rate'] : []),
      'Seconds',
      'Tokens/s',
    ],
    rows,
  );
}

function confusionTable({ file, types, counts }: ReportedConfusion): Insertable {
  if (types.length > MOST_TYPES) return html`<p>${types.length} types: too many for a table.</p>`;
  const heads = ['Gold', ...types, 'none'];
  return table(
    `Entities in ${file}: gold in rows, predicted in columns, also with wrong boundaries`,
    heads,
    counts.map((row, i) => [
      types[i] ?? 'none',
      ...row.map((count, j) => (i === types.length && j === types.length ? '' : String(count))),
    ]),
  );
}

function transitionTable(matrix: ReportedMatrix, isConstrained: boolean): Insertable {
  const { length } = matrix.tags;
  if (length > MOST_TAGS) return html`<p>${length} tags: too many for a table.</p>`;
  const note = html`<p>Transitions that the tag scheme forbids are ruled out: their numbers have no effect.</p>`;
  return [matrixTable(matrix), isConstrained && note];
}

const KINDS: Record<EntityErrorKind, string> = {
  missed: 'missed',
  spurious: 'spurious',
  'wrong-type': 'wrong type',
  'wrong-boundary': 'wrong boundary',
  'wrong-type-and-boundary': 'wrong type and boundary',
};

function errorList({ file, report: { counts, sentences } }: ReportedErrors): Insertable {
  if (sentences.length === 0) return html`<p>None in ${file}.</p>`;
  const listed = sentences.slice(0, LISTED_ERRORS);
  const all = counts.reduce((sum, { kind, count }) => sum + (kind === 'correct' ? 0 : count), 0);
  const shown = listed.reduce((sum, { errors }) => sum + errors.length, 0);
  const of = `${all === 1 ? '1 error' : `${all} errors`} in ${file}${shown < all ? `; the first ${shown} are listed` : ''}.`;
  return html`<p>${of} Underlined: gold entities; in brackets: predicted ones.</p>
    <ol class="errors">
      ${listed.map(
        (sentence) =>
          html`<li value="${sentence.line}">
            ${tokensOf(sentence)}
            <ul>
              ${sentence.errors.map(({ kind, gold, predicted }) => html`<li>${KINDS[kind]}: ${[gold && html`gold ${gold.type} <q>${sentence.tokens.slice(gold.start, gold.end).join(' ')}</q>`, gold && predicted && html`, `, predicted && html`predicted ${predicted.type} <q>${sentence.tokens.slice(predicted.start, predicted.end).join(' ')}</q>`].flatMap((part) => part ?? [])}</li>`)}
            </ul>
          </li> `,
      )}
    </ol>`;
}

function tokensOf({ tokens, gold, predicted }: ErrorSentence): Markup {
  return html`<bdi
    >${tokens.map((token, t) => {
      const opens = predicted.filter(({ start }) => start === t).length;
      const closes = predicted.filter(({ end }) => end === t + 1).length;
      const isGold = gold.some(({ start, end }) => start <= t && t < end);
      return html`${'['.repeat(opens)}${isGold ? html`<u>${token}</u>` : token}${']'.repeat(closes)} `;
    })}</bdi
  >`;
}

function dataTable({ data }: RunReport): Markup {
  return table(
    'A fingerprint is a CRC-32 of all tokens and tags, or for vectors the number of words and dimensions',
    ['Role', 'Files', 'Sentences', 'Fingerprint'],
    data.map(({ role, files, sentences, fingerprint }) => [
      role,
      files,
      sentences === undefined ? '' : String(sentences),
      fingerprint ?? 'not recorded',
    ]),
  );
}

function recipeTable({ config, preset }: RunReport): Markup {
  return table(
    `All settings; preset ${preset}. An asterisk marks those that differ from the default`,
    ['Setting', 'Value', 'Name'],
    FIELD_NAMES.map((name) => [
      FIELDS[name].label,
      `${String(config[name])}${config[name] === DEFAULT_CONFIG[name] ? '' : ' *'}`,
      name,
    ]),
  );
}
