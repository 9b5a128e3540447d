// A simulated annotator: the number of tokens and the modelled time until a tagger reaches a dev F1, for each strategy.
//
//   node bench/annotate.mjs --train FILE --dev FILE [--embeddings FILE] [--strategies random,mnlp,…] [--tokens N,N…] [--seeds N] [--unlabelled PRESET] [--spans SHARE] [--quick] [--json]
//   node bench/annotate.mjs --labels FILE [--embeddings FILE] [--seeds N] [--folds N] [--quick] [--json]
//   node bench/annotate.mjs --labels FILE --dev FILE [--embeddings FILE] [--seeds N] [--epochs N] [--json]
//   node bench/annotate.mjs --train FILE --dev FILE --answers N [--tokens N,N…] [--embeddings FILE] [--seeds N] [--json]
//
// The pool is the training file; annotated sentences get their gold labels. Models that suggest are trained as in the page, models
// that are scored with the default settings. The second form corrupts 5% of a file's entities and measures how well they are found;
// with --dev, the effect of training less on doubtful sentences, in pairs, on the original and on the corrupted file. The last form
// measures what N answers about single spans add to sentences with --tokens that are annotated whole.
// --unlabelled PRESET: models that also learn from the sentences that are left, without their labels, are scored, too (after →).
// --spans SHARE: of the tokens that are read, as questions about single spans, the most doubtful first.
// --quick: one seed, fewer rounds and a part of the data, in about five minutes. One thread.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { buildNodeEngine } from './lib/build.mjs';
import { join } from 'node:path';
import { OUT } from './lib/paths.mjs';
import { printTable, rounded } from './lib/table.mjs';

/** @import { Point, SimulationOptions } from './annotate/simulate.ts' */
/** @import { LabelOptions, LabelResult } from './annotate/labels.ts' */
/** @import { DownWeightingOptions, DownWeightingResult } from './annotate/down-weighting.ts' */
/** @import { AnswersOptions, AnswersResult } from './annotate/answers.ts' */
/** @typedef {{ strategy: string, seed: number, points: Point[] }} Curve */

const STRATEGIES = /** @type {const} */ (['random', 'lc', 'mnlp', 'ltp', 'tagsmith']);

/** A model is trained at each of these numbers of tokens. */
const ROUNDS = [500, 1000, 1500, 2200, 3000, 4000, 5200, 6500, 8000, 9500, 14_000, 20_400, 24_000];
/** Models are scored at these; above 9,500 only for random order. */
const SCORED = [5200, 9500, 14_000, 20_400, 24_000];
const LAST = 9500;

const QUICK = { rounds: [500, 1500, 3000, 5200], scored: [3000, 5200], devSentences: 1000, candidateTokens: 40_000 };
const FULL = { rounds: ROUNDS, scored: SCORED, devSentences: undefined, candidateTokens: 90_000 };

const { values } = parseArgs({
  options: {
    train: { type: 'string' },
    dev: { type: 'string' },
    labels: { type: 'string' },
    embeddings: { type: 'string' },
    strategies: { type: 'string', default: 'random,mnlp,tagsmith' },
    tokens: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    epochs: { type: 'string' },
    unlabelled: { type: 'string' },
    spans: { type: 'string', default: '0' },
    answers: { type: 'string' },
    folds: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { embeddings, quick, json } = values;
const asked = values.tokens?.split(',').map(Number);
const seeds = Array.from({ length: quick ? 1 : Number(values.seeds) }, (_, i) => i + 1);
const engine = await buildNodeEngine(join(OUT, 'annotate'), 'bench/annotate/node.ts');

if (values.labels !== undefined && values.dev !== undefined) await downWeight(values.labels, values.dev);
else if (values.labels !== undefined) await checkLabels(values.labels);
else if (values.train !== undefined && values.dev !== undefined && values.answers !== undefined) {
  await answerQuestions(values.train, values.dev, Number(values.answers));
} else if (values.train !== undefined && values.dev !== undefined) await simulateAll(values.train, values.dev);
else throw new Error('usage: node bench/annotate.mjs --train FILE --dev FILE | --labels FILE [options]');

/** @param {string} train @param {string} dev */
async function simulateAll(train, dev) {
  /** @type {Curve[]} */
  const curves = [];
  for (const seed of seeds) {
    for (const name of values.strategies.split(',')) {
      const strategy = STRATEGIES.find((known) => known === name);
      if (strategy === undefined) throw new Error(`unknown strategy ${name}: expected some of ${STRATEGIES.join(',')}`);
      const size = { ...(quick ? QUICK : FULL), ...(asked && { rounds: upTo(asked), scored: asked }) };
      const rounds = size.rounds.filter((tokens) => strategy === 'random' || tokens <= LAST);
      /** @type {SimulationOptions} */
      const options = {
        ...size,
        train,
        dev,
        embeddings,
        strategy,
        seed,
        rounds,
        unlabelled: values.unlabelled,
        spanShare: Number(values.spans),
      };
      /** @type {Point[]} */
      const points = [];
      for await (const line of run({ simulate: options })) points.push(JSON.parse(line));
      const curve = { strategy, seed, points: points.filter(({ f1 }) => f1 !== null) };
      curves.push(curve);
      if (json) console.log(JSON.stringify(curve));
    }
  }
  if (json) return;
  printTable(
    `dev F1 by tokens annotated, with the modelled hours; ${seeds.length} seed(s)`,
    ['strategy', 'seed', ...curves.reduce((a, b) => (b.points.length > a.length ? b.points : a), /** @type {Point[]} */ ([])).map(({ tokens }) => `${rounded(tokens)}`)], // prettier-ignore
    curves.map(({ strategy, seed, points }) => [
      strategy,
      seed,
      ...points.map(({ f1, unlabelledF1, seconds }) => {
        const scores = [f1, unlabelledF1].flatMap((score) => (score === null ? [] : [rounded(100 * score, 2)]));
        return `${scores.join(' → ')} (${rounded(seconds / 3600, 2)} h)`;
      }),
    ]),
  );
}

/** The usual rounds before those that are asked for. @param {number[]} scored */
function upTo(scored) {
  return [...new Set([...ROUNDS.filter((tokens) => tokens < Math.max(...scored)), ...scored])].sort((a, b) => a - b);
}

/** @param {string} train */
async function checkLabels(train) {
  for (const seed of seeds) {
    /** @type {LabelOptions} */
    const options = {
      train,
      embeddings,
      seed,
      share: 0.05,
      folds: Number(values.folds),
      sentences: quick ? 4000 : undefined,
    };
    for await (const line of run({ labels: options })) {
      /** @type {LabelResult} */
      const result = JSON.parse(line);
      if (json) console.log(JSON.stringify({ seed, ...result }));
      else {
        printTable(
          `labels corrupted by a script, seed ${seed}: average precision, precision among the first 200`,
          ['kind', 'worst token', '', 'span readings', ''],
          Object.entries(result.plain).map(([kind, plain]) => {
            const ours = result.tagsmith[/** @type {keyof LabelResult['plain']} */ (kind)];
            return [
              kind,
              ...[plain, ours].flatMap((of) => [rounded(of.averagePrecision, 3), rounded(of.precisionAt200, 3)]),
            ];
          }),
        );
      }
    }
  }
}

/** @param {string} train @param {string} dev */
async function downWeight(train, dev) {
  const epochs = values.epochs === undefined ? undefined : Number(values.epochs);
  for (const share of [0, 0.05]) {
    /** @type {DownWeightingResult[]} */
    const results = [];
    for (const seed of seeds) {
      /** @type {DownWeightingOptions} */
      const options = { train, dev, embeddings, seed, share, epochs };
      for await (const line of run({ downWeighting: options })) {
        results.push(JSON.parse(line));
        if (json) console.log(JSON.stringify({ seed, ...results.at(-1) }));
      }
    }
    if (json) continue;
    const gains = results.map(({ plain, weightedF1 }) => 100 * (weightedF1 - plain));
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
    printTable(
      `dev F1, ${100 * share}% of the entities corrupted: weights bring ${rounded(mean, 2)}, standard error ${rounded(Math.sqrt(variance / gains.length), 2)}`,
      ['seed', 'alike', 'weighted', 'difference', 'weighted sentences', 'of the corrupted'],
      results.map((result, i) => [
        seeds[i],
        rounded(100 * result.plain, 2),
        rounded(100 * result.weightedF1, 2),
        rounded(gains[i], 2),
        `${result.weighted} of ${result.sentences}`,
        `${result.corruptedWeighted} of ${result.corrupted}`,
      ]),
    );
  }
}

/** @param {string} train @param {string} dev @param {number} answers */
async function answerQuestions(train, dev, answers) {
  const rows = [];
  for (const tokens of asked ?? [1500, 6000]) {
    for (const seed of seeds) {
      /** @type {AnswersOptions} */
      const options = { train, dev, embeddings, seed, tokens, answers };
      for await (const line of run({ answers: options })) {
        /** @type {AnswersResult} */
        const result = JSON.parse(line);
        if (json) console.log(JSON.stringify({ tokens, seed, ...result }));
        const { without, withAnswers, allWhole } = result;
        rows.push([tokens, seed, ...[without, withAnswers, allWhole].map((f1) => rounded(100 * f1, 2)), ...result.sentences]); // prettier-ignore
      }
    }
  }
  if (json) return;
  printTable(
    `dev F1 of the model that makes suggestions, with ${answers} answers about single spans`,
    ['tokens', 'seed', 'whole sentences', 'and answers', 'those sentences whole', 'whole', 'with answers'],
    rows,
  );
}

/** @param {object} task @returns {AsyncIterable<string>} lines of its output */
async function* run(task) {
  const child = spawn(process.execPath, ['--experimental-wasm-relaxed-simd', engine, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', resolve));
  yield* createInterface({ input: child.stdout });
  const code = await ended;
  if (code !== 0) throw new Error(`the simulation ended with ${code}`);
}
