import type { Corpus, Sentence } from '../../corpus.ts';
import { TagReader } from '../../tags/tag-spans.ts';
import { correctedTags } from '../corrected-tags.ts';
import type { Correction } from '../correction.ts';
import type { Predictions } from '../formats/format.ts';
import { jsonEntities } from './entities.ts';

/** JSON lines for a corpus whose own format is only read: an object with `tokens` and `ner_tags` for each sentence. */
export function predictedJsonLines(corpus: Corpus, { tags, style }: Predictions): string {
  const reader = new TagReader(style);
  return corpus.sentences
    .map((sentence, i) => {
      const predicted = tags[i]!;
      const entities = jsonEntities(reader.read(predicted).spans, sentence.tokens);
      return lineOf(corpus, sentence, sentence.tags, {
        predicted_tags: predicted,
        ...(style.scheme !== 'none' && { predicted_entities: entities }),
      });
    })
    .join('');
}

/** Like `predictedJsonLines`, with corrected tags and without the excluded sentences. */
export function correctedJsonLines(corpus: Corpus, corrections: ReadonlyMap<number, Correction>): string {
  return corpus.sentences
    .map((sentence, i) => {
      const correction = corrections.get(i);
      if (correction === 'excluded') return '';
      const tags = correction ? correctedTags(corpus.style, sentence, correction.spans) : sentence.tags;
      return lineOf(corpus, sentence, tags);
    })
    .join('');
}

function lineOf({ documents }: Corpus, { tokens, document }: Sentence, tags: readonly string[], more = {}): string {
  const fields = { ...(documents > 0 && { document_id: document }), tokens, ner_tags: tags, ...more };
  return `${JSON.stringify(fields)}\n`;
}
