import type { Language } from '../languages.ts';
import { say, phrase } from '../phrase.ts';
import type { Draw, Field } from './task.ts';

const NAMES = {
  PER: ['Tim Cook', 'Ada', 'Marie Curie', 'Nguyễn Thị Hoa', 'Alan Turing', 'Emmy Noether', 'Mai', 'Paul'],
  ORG: ['Apple', 'Siemens', 'World Bank', 'Bosch', 'Vinamilk', 'United Nations', 'Red Cross'],
  LOC: ['Cupertino', 'New York', 'Hanoi', 'Berlin', 'Cape Town', 'Paris', 'Hong Kong', 'Rio de Janeiro'],
} as const;

type EntityType = keyof typeof NAMES;

export const ENTITY_TAGS = ['O', 'B-PER', 'I-PER', 'B-ORG', 'I-ORG', 'B-LOC', 'I-LOC'] as const;

/** A sentence in BIO. */
export interface TaggedSentence {
  tokens: string[];
  tags: string[];
  /** `Tim Cook` and its type. */
  entities: { text: string; type: EntityType }[];
}

/** Keys of the templates by level. The sentences of level 3 have two adjacent entities of one type. */
const TEMPLATES = [
  ['sentence.lives', 'sentence.opens'],
  ['sentence.works', 'sentence.met'],
  ['sentence.sold', 'sentence.far'],
] as const;

/** A sentence made from a template of the language. */
export function drawnSentence(draw: Draw, level: number, language: Language): TaggedSentence {
  const template = say(language, phrase(draw.pick(TEMPLATES[level - 1]!)));
  const sentence: TaggedSentence = { tokens: [], tags: [], entities: [] };
  for (const word of template.split(' ')) {
    const type = /^\[(\w+)\]$/.exec(word)?.[1] as EntityType | undefined;
    if (type === undefined) {
      sentence.tokens.push(word);
      sentence.tags.push('O');
      continue;
    }
    const unused = NAMES[type].filter((name) => sentence.entities.every(({ text }) => text !== name));
    const text = draw.pick(unused);
    sentence.entities.push({ text, type });
    text.split(' ').forEach((token, i) => {
      sentence.tokens.push(token);
      sentence.tags.push(`${i === 0 ? 'B' : 'I'}-${type}`);
    });
  }
  return sentence;
}

/** A field for the tag of each token. @param first what is chosen at first; default: nothing */
export function tagFields(tokens: readonly string[], tags: readonly string[], first?: readonly string[]): Field[] {
  const index = (tag: string) => ENTITY_TAGS.findIndex((name) => name === tag);
  return tokens.map((token, t) => ({
    id: `tag-${t}`,
    kind: 'choice',
    label: phrase('label.tagOf', { token }),
    short: token,
    options: ENTITY_TAGS,
    value: index(tags[t]!),
    ...(first && { initial: index(first[t]!) }),
  }));
}
