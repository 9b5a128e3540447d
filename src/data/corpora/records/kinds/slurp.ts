import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenTokenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** An utterance of SLURP: `{"tokens": [{"surface": "nine"}], "entities": [{"span": [3, 4], "type": "time"}]}`. A span lists all its tokens. */
export const slurp: RecordKind = {
  title: 'SLURP',
  read({ tokens: written, entities }) {
    if (!Array.isArray(written) || !Array.isArray(entities) || !written.every(isToken)) return undefined;
    const spans = entities.map(spanOf);
    const wrong = spans.indexOf(undefined);
    if (wrong >= 0)
      return `entities contains ${JSON.stringify(entities[wrong])}, expected an object with span and type.`;
    const tokens = written.map(({ surface }) => surface);
    return { sentences: [{ tokens, spans: spans.flatMap((span) => span ?? []) }], areEndsInclusive: true };
  },
};

function isToken(token: unknown): token is { surface: string } {
  return isObject(token) && typeof token['surface'] === 'string';
}

function spanOf(entity: unknown): WrittenTokenSpan | undefined {
  const { span, type } = isObject(entity) ? entity : ({} as JsonObject);
  if (!Array.isArray(span) || span.length === 0 || !span.every(isWhole) || typeof type !== 'string') return undefined;
  return { start: Math.min(...span), end: Math.max(...span), type };
}
