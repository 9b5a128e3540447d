import type { Sentence } from '../../data/corpus.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Finding } from '../label-check.ts';

/** Factor on the weight of a sentence for each doubtful label: the value of CrossWeigh (Wang et al. 2019, arXiv:1909.01441, §3.3). */
const PER_DOUBT = 0.7;

/** The weights of sentences with doubtful labels, by index. All others have weight 1. */
export function weightsOf(findings: readonly Pick<Finding, 'sentence'>[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { sentence } of findings) weights.set(sentence, (weights.get(sentence) ?? 1) * PER_DOUBT);
  return weights;
}

/** Sentences with their weights. */
export function withWeights(sentences: readonly Sentence[], weights: ReadonlyMap<number, number>): Sentence[] {
  return sentences.map((sentence, index) => {
    const weight = weights.get(index);
    return weight === undefined ? sentence : { ...sentence, weight };
  });
}

const HEAD = 'weight\tline\tsentence';

/** Formats weights as a file: a line per weighted sentence, with its line in the corpus and its tokens. */
export function formatWeights(sentences: readonly Sentence[], weights: ReadonlyMap<number, number>): string {
  const lines = Array.from(weights, ([index, weight]) => ({ sentence: sentences[index]!, weight }))
    .toSorted((a, b) => a.sentence.line - b.sentence.line)
    .map(({ sentence, weight }) => `${Number(weight.toFixed(4))}\t${keyOf(sentence)}`);
  return [HEAD, ...lines, ''].join('\n');
}

/**
 * Reads a weights file. Weights are by index of the sentence.
 *
 * @throws StudioError BadInput for a line that cannot be read, or a sentence that is not in the corpus
 */
export function readWeights(file: string, text: string, sentences: readonly Sentence[]): Map<number, number> {
  const indices = new Map<string, number[]>();
  for (const [index, sentence] of sentences.entries()) {
    const key = keyOf(sentence);
    const known = indices.get(key);
    if (known === undefined) indices.set(key, [index]);
    else known.push(index);
  }
  const weights = new Map<number, number>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === '' || line === HEAD) continue;
    const place = `${file}, line ${i + 1}`;
    const [, written = '', key = ''] = /^([^\t]*)\t(.*)$/.exec(line) ?? [];
    const weight = Number(written);
    if (written === '' || !(weight > 0 && weight <= 1)) {
      throw new StudioError(
        'BadInput',
        `${place}: expected a weight above 0 and at most 1, a tab, the line of the sentence, a tab, and its tokens, found ${JSON.stringify(line.slice(0, 60))}. ` +
          'Write the file with tagsmith check FILE --weights.',
      );
    }
    const found = indices.get(key);
    if (found === undefined) {
      throw new StudioError(
        'BadInput',
        `${place}: no training file has this sentence at this line. The weights are for another file, or the file was changed: write them again with tagsmith check.`,
      );
    }
    for (const index of found) weights.set(index, weight);
  }
  return weights;
}

function keyOf({ line, tokens }: Sentence): string {
  return `${line}\t${tokens.join(' ')}`;
}
