import type { ReadingQuestion } from '../../../corpus.ts';
import { StudioError } from '../../../../lib/errors.ts';
import { decodeEntities, elementsNamed, readElements, type XmlElement } from '../../xml.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';

/** A mention of an entity. Places are characters of the source without its tags, of which the last one is given. */
interface Mention {
  type: string;
  isName: boolean;
  extent: Charseq;
  head: Charseq;
}

interface Charseq {
  start: number;
  last: number;
  text: string;
}

const VALUES = 'values and times, which were not read';
const ELSEWHERE = 'mentions outside of the TEXT, as in the date of a document, which were left out';

/** Which words are entities, by the name of the choice. */
const CHOICES: Readonly<Record<string, (mentions: readonly Mention[]) => (Charseq & Pick<Mention, 'type'>)[]>> = {
  names: (mentions) => mentions.filter(({ isName }) => isName).map(({ type, head }) => ({ type, ...head })),
  heads: (mentions) => mentions.map(({ type, head }) => ({ type, ...head })),
  extents: (mentions) => mentions.map(({ type, extent }) => ({ type, ...extent })),
};

const QUESTION: ReadingQuestion = {
  what: 'Which words of a mention are the entity?',
  reason: 'ACE marks all mentions of entities, by names, nouns and pronouns, each with its head and its extent.',
  options: [
    { label: 'the names alone (Oslo)', settings: { tagField: 'names' } },
    { label: 'the heads of all mentions (Oslo, city, it)', settings: { tagField: 'heads' } },
    {
      label: 'the extents of all (the old city by the fjord); of nested ones the longest',
      settings: { tagField: 'extents' },
    },
  ],
};

/** A document of ACE 2004 or 2005: the source in `sgm`, and its `.apf.xml` in `apf`. Only what is in its TEXT is read. */
export const ace: RecordKind = {
  title: 'ACE 2004, 2005',
  read({ sgm, apf }, { tagField }) {
    if (typeof sgm !== 'string' || typeof apf !== 'string') return undefined;
    const { mentions, hasValues } = mentionsIn(apf);
    if (typeof mentions === 'string') return mentions;
    const choice = CHOICES[tagField ?? ''];
    const found = (choice ?? CHOICES['names']!)(mentions);
    const source = sourceOf(sgm, mentions.flatMap(({ extent, head }) => [extent, head])); // prettier-ignore
    const spans = found.map((own) => ({ ...own, ...source.placeOf(own) }));
    const inside = spans.filter(({ start, end }) => start >= source.from && end <= source.to);
    const notes = [...(hasValues ? [VALUES] : []), ...(inside.length < spans.length ? [ELSEWHERE] : [])];
    const written = inside.map(({ start, end, type, text }): WrittenSpan => {
      return { start: start - source.from, end: end - source.from, type, unit: 'UTF-16 units', text };
    });
    const text = source.text.slice(source.from, source.to).replaceAll(/(?<!\n)\n(?!\n)/g, ' '); // lines are wrapped
    return { texts: [{ text, spans: written, notes }], ...(choice === undefined && { question: QUESTION }) };
  },
};

function mentionsIn(apf: string): { mentions: Mention[] | string; hasValues: boolean } {
  let hasValues = false;
  const mentions: Mention[] = [];
  try {
    for (const element of readElements('The .apf.xml file', apf, (name) => /^(entity|value|timex2)$/.test(name))) {
      hasValues ||= element.name !== 'entity';
      if (element.name !== 'entity') continue;
      for (const mention of elementsNamed(element, 'entity_mention')) {
        const [extent, head] = [charseqIn(mention, 'extent'), charseqIn(mention, 'head')];
        const type = element.attributes['TYPE'];
        if (extent === undefined || type === undefined)
          return { mentions: 'A mention of the .apf.xml file has no type, or no START and END.', hasValues };
        mentions.push({ type, isName: mention.attributes['TYPE'] === 'NAM', extent, head: head ?? extent });
      }
    }
  } catch (error) {
    if (error instanceof StudioError) return { mentions: error.message, hasValues };
    throw error;
  }
  return { mentions, hasValues };
}

function charseqIn(mention: XmlElement, name: string): Charseq | undefined {
  const own = mention.children.find((child) => child.name === name);
  const charseq = own && elementsNamed(own, 'charseq')[0];
  const [start, last] = [Number(charseq?.attributes['START']), Number(charseq?.attributes['END'])];
  return charseq && Number.isInteger(start) && Number.isInteger(last) ? { start, last, text: charseq.text } : undefined;
}

interface Source {
  /** Without tags, with characters in place of references such as `&amp;`. */
  text: string;
  /** The place of its TEXT. */
  from: number;
  to: number;
  placeOf: (charseq: Charseq) => { start: number; end: number };
}

/** A tag, a reference to a character, or a character. */
const PART = /<[^<>]*>|&(?:#\w{1,10}|\w{1,10});|[\s\S]/gu;

/**
 * The source without its tags. References to characters count as they are written, unless more of the mentions have their text where each counts
 * as one character.
 */
function sourceOf(sgm: string, mentions: readonly Charseq[]): Source {
  let text = '';
  let [from, to] = [0, -1];
  const [asWritten, asOne]: [number[], number[]] = [[], []]; // where a character begins in the text
  for (const [part] of sgm.matchAll(PART)) {
    if (/^<TEXT\b/i.test(part)) from = text.length;
    else if (/^<\/TEXT\b/i.test(part)) to = text.length;
    if (part.startsWith('<') && part.length > 1) continue;
    for (let i = 0; i < (part.startsWith('&') ? part.length : 1); i++) asWritten.push(text.length);
    asOne.push(text.length);
    text += part.startsWith('&') ? decodeEntities(part) : part;
  }
  const placeIn =
    (starts: readonly number[]) =>
    ({ start, last }: Charseq) => ({
      start: starts[start] ?? text.length + 1,
      end: starts[last + 1] ?? (last + 1 === starts.length ? text.length : text.length + 1),
    });
  const fitting = (starts: readonly number[]) =>
    mentions.filter((mention) => {
      const { start, end } = placeIn(starts)(mention);
      return text.slice(start, end) === mention.text;
    }).length;
  const starts = asOne.length < asWritten.length && fitting(asOne) > fitting(asWritten) ? asOne : asWritten;
  return { text, from, to: to < 0 ? text.length : to, placeOf: placeIn(starts) };
}
