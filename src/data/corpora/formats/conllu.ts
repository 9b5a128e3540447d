import type { TagStyle } from '../../corpus.ts';
import { looksLikeConllu, readConllu, readConlluLine } from '../columns/conllu.ts';
import { CONLLU, PREDICTED_KEY } from '../columns/conllu-tags.ts';
import { correctLines } from '../columns/corrected-lines.ts';
import { withAttribute } from '../layout/tag-cells.ts';
import { type Format, SCORES } from './format.ts';

/** CoNLL-U. Holds tokens with features, and one layer of tags. */
export const conllu: Format = {
  detect: (_file, lines) =>
    looksLikeConllu(lines)
      ? { score: SCORES.shape, reason: 'the first token has the ten columns of CoNLL-U' }
      : undefined,
  read: ({ file, lines, problems }, options) => readConllu(file, lines, problems, options),
  /** Entities become `PredictedNER=` in MISC; tags without a scheme replace those of the tag column. */
  predict(lines, { tagColumn }, { tags, style }) {
    const flat = tags.flat();
    const output: string[] = [];
    let token = 0;
    for (const line of lines) {
      const read = readConlluLine(line);
      output.push(read.kind === 'token' ? withTag(read.columns, tagColumn, flat[token++]!, style).join('\t') : line);
    }
    return output.join('\n');
  },
  correct({ lines, starts }, corpus, corrections) {
    const form = corpus.layout?.tags;
    if (form?.areMentions) return undefined;
    const kindOf = (line: string) => readConlluLine(line).kind;
    return correctLines({ lines, starts }, { kindOf, separator: '\t', hasBlocks: true, form }, corpus, corrections);
  },
};

function withTag(columns: readonly string[], tagColumn: number, tag: string, style: TagStyle): string[] {
  if (style.scheme === 'none') return columns.with(tagColumn, tag);
  return columns.with(CONLLU.misc, withAttribute(columns[CONLLU.misc]!, PREDICTED_KEY, tag));
}
