import type { TaggedText } from '../../src/workers/wire/protocol.ts';

const NAMES: Record<string, string> = {
  Angela: 'PER',
  Merkel: 'PER',
  Berlin: 'LOC',
  Paris: 'LOC',
  Siemens: 'ORG',
  Europe: 'LOC',
};

/** Entities are the words of a list, neighbours of one type together. */
export function tagByName(text: string): TaggedText {
  const tokens = [...text.matchAll(/\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    tag: NAMES[match[0]] ?? 'O',
    probability: 0.97,
  }));
  const entities: TaggedText['sentences'][number]['entities'] = [];
  tokens.forEach(({ tag, start, end }, i) => {
    if (tag === 'O') return;
    const last = entities.at(-1);
    if (last?.last === i - 1 && last.type === tag) Object.assign(last, { end, last: i });
    else entities.push({ type: tag, start, end, first: i, last: i, probability: 0.984 });
  });
  const may = tokens.find(({ text }) => text === 'May');
  const otherReadings = may
    ? [{ entities: [...entities, { type: 'PER', start: may.start, end: may.end }], probability: 0.21 }]
    : [];
  return { sentences: [{ tokens, entities, otherReadings }], milliseconds: 3 };
}
