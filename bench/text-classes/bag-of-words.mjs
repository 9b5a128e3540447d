// A bag of words for texts with a class: logistic regression over counts of words and pairs of words, trained by gradient descent with
// AdaGrad. The strength of its L2 penalty is chosen on dev. It prints the accuracy on dev and on test, to compare a network with.
//
//   node bench/text-classes/bag-of-words.mjs train.jsonl dev.jsonl test.jsonl
//
// The files have an object with `text` and `label` per line.

import { readFileSync } from 'node:fs';

const EPOCHS = 40;
const RATE = 0.1;
const PENALTIES = [0, 1e-5, 1e-4, 3e-4, 1e-3, 3e-3];

/** @param {string} path @returns {{ text: string, label: string }[]} */
function read(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /** @type {{ text: string, label: string }} */ (JSON.parse(line)));
}

/** The distinct words, and pairs of successive words, in lower case. @param {string} text */
function featuresOf(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+|[^\s\p{L}\p{N}]/gu) ?? [];
  return [...new Set([...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)])];
}

/**
 * @param {{ text: string, label: string }[]} records
 * @param {string[]} classes
 * @param {number} penalty
 */
function train(records, classes, penalty) {
  const K = classes.length;
  const texts = records.map(({ text, label }) => ({
    features: ['', ...featuresOf(text)],
    gold: classes.indexOf(label),
  }));
  /** @type {Map<string, { w: Float64Array, squares: Float64Array }>} */
  const weights = new Map();
  /** @param {string} feature */
  const weightOf = (feature) => {
    let found = weights.get(feature);
    if (found === undefined) weights.set(feature, (found = { w: new Float64Array(K), squares: new Float64Array(K) }));
    return found;
  };
  /** @param {string[]} features */
  const probabilities = (features) => {
    const scores = new Float64Array(K);
    for (const feature of features)
      weights.get(feature)?.w.forEach((value, k) => (scores[k] = (scores[k] ?? 0) + value));
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const sum = powers.reduce((total, power) => total + power, 0);
    return powers.map((power) => power / sum);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, gold } of texts) {
      const p = probabilities(features);
      for (const feature of features) {
        const { w, squares } = weightOf(feature);
        for (let k = 0; k < K; k++) {
          const slope = (p[k] ?? 0) - Number(k === gold) + penalty * (w[k] ?? 0);
          squares[k] = (squares[k] ?? 0) + slope ** 2;
          w[k] = (w[k] ?? 0) - (RATE * slope) / Math.sqrt((squares[k] ?? 0) + 1e-8);
        }
      }
    }
  }
  /** @param {{ text: string, label: string }[]} scored */
  return (scored) =>
    scored.filter(({ text, label }) => {
      const p = probabilities(['', ...featuresOf(text)]);
      return classes[p.indexOf(Math.max(...p))] === label;
    }).length / scored.length;
}

const [trained, dev, test] = process.argv.slice(2).map(read);
if (trained === undefined || dev === undefined || test === undefined) {
  console.error('usage: bag-of-words.mjs TRAIN DEV TEST');
  process.exit(2);
}
const classes = [...new Set(trained.map(({ label }) => label))];
const results = PENALTIES.map((penalty) => {
  const accuracyOn = train(trained, classes, penalty);
  return { penalty, dev: accuracyOn(dev), test: accuracyOn(test) };
});
results.forEach(({ penalty, ...accuracy }) =>
  console.log(`L2 ${penalty}: dev ${(100 * accuracy.dev).toFixed(2)}, test ${(100 * accuracy.test).toFixed(2)}`),
);
const best = results.toSorted((a, b) => b.dev - a.dev)[0];
if (best !== undefined) console.log(`best on dev: L2 ${best.penalty}, test accuracy ${(100 * best.test).toFixed(2)}`);
