import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { StudioError } from '../../../lib/errors.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { WrittenSpan } from '../records/record.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import { readXml } from '../xml.ts';
import { aspectsOf, hasAspects } from './aspect-xml.ts';
import { hasSections, sectionsOf } from './section-xml.ts';
import { hasSentenceTexts, sentencesOf } from './sentence-xml.ts';
import { type Format, SCORES } from './format.ts';
import { corpusOfTexts, PLACES_OF_TOKENS, type WrittenDocument } from './texts.ts';
import { hasTokenElements, tokenSentencesOf } from './token-xml.ts';

const SAMPLED_LINES = 200;
/** In characters. */
const HEAD = 10_000;

/** Annotations of GATE that are no entities: what its tokenizer, splitter and gazetteer write. */
const NO_ENTITIES = /^(Token|SpaceToken|DEFAULT_TOKEN|Word|Sentence|Split|Lookup|paragraph|document)$/;
/** The set that people write in GATE, if a document has several. */
const GOLD_SET = /^(key|consensus|gold|safe)$/i;
/** The set of the markup of the document itself. */
const MARKUP_SET = 'Original markups';

/** What is read of a file: its text, and the spans of each set. */
interface Document {
  text: string;
  sets: Map<string, WrittenSpan[]>;
  isBroken?: boolean;
}

/**
 * Documents whose entities refer to their text by offsets: one of GATE, whose text has nodes, and that of i2b2, n2c2 and MAE, with
 * `TEXT` and `TAGS`. Of a tag of i2b2, `TYPE` is the type (PATIENT), or else its name (NAME). Or documents of sentences with their texts, or
 * of tokens, which are elements.
 */
export const standOffXml: Format = {
  detect(_file, lines) {
    const kind = kindOf(headOf(lines));
    return kind && { score: SCORES.signature, reason: kind.reason };
  },
  read(source, options) {
    const { file, lines } = source;
    const head = headOf(lines);
    const { documents, question, areTokens } = kindOf(head)!.read(file, [...lines].join('\n'), options, head);
    const corpus = corpusOfTexts(source, documents, areTokens ? { ...options, ...PLACES_OF_TOKENS } : options);
    return question === undefined ? corpus : { ...corpus, question };
  },
};

interface Kind {
  reason: string;
  fits: (head: string) => boolean;
  read: (
    file: string,
    xml: string,
    options: CorpusOptions,
    head: string,
  ) => { documents: WrittenDocument[]; question?: ReadingQuestion; areTokens?: true };
}

const KINDS: readonly Kind[] = [
  {
    reason: 'its root is a document of GATE',
    fits: (head) => /<GateDocument\b/.test(head),
    read: (file, xml) => ({ documents: [documentOf(file, gate(file, xml))] }),
  },
  {
    reason: 'it has a TEXT, to which its TAGS refer',
    fits: (head) => /^(<\?xml[^>]*>\s*)?<\w+>\s*<TEXT>\s*<!\[CDATA\[/.test(head),
    read: (file, xml) => ({ documents: [documentOf(file, tagged(file, xml))] }),
  },
  {
    reason: 'its tokens are elements, with their entities',
    fits: hasTokenElements,
    read: (file, xml, _options, head) => ({ documents: tokenSentencesOf(file, xml, head), areTokens: true }),
  },
  {
    reason: 'its sentences have a text, to which their entities refer',
    fits: hasSentenceTexts,
    read: (file, xml) => ({ documents: sentencesOf(file, xml) }),
  },
  {
    reason: 'it has sections, to which its mentions refer',
    fits: hasSections,
    read: (file, xml) => ({ documents: sectionsOf(file, xml) }),
  },
  { reason: 'its sentences have aspect terms', fits: hasAspects, read: aspectsOf },
];

const headOf = (lines: Iterable<string>) =>
  firstLines(withoutHeader(lines), SAMPLED_LINES, isFilled).join('\n').slice(0, HEAD);

/** Without what describes a document of TEI, which may be longer than the head. */
function* withoutHeader(lines: Iterable<string>): Generator<string, void> {
  let isHeader = false;
  for (const line of lines) {
    const before: string = isHeader ? '' : line.replace(/<(?:\w+:)?teiHeader\b.*$/s, '');
    const after = line.replace(/^.*<\/(?:\w+:)?teiHeader>/s, '');
    const ends = after.length < line.length;
    isHeader ||= before.length < line.length;
    yield isHeader ? before + (ends ? after : '') : line;
    if (ends) isHeader = false;
  }
}

const kindOf = (head: string) => KINDS.find(({ fits }) => fits(head));

function documentOf(file: string, { text, sets, isBroken }: Document): WrittenDocument {
  const names = [...sets.keys()];
  const name = names.find((set) => GOLD_SET.test(set)) ?? (sets.has('') ? '' : names[0]);
  const spans = name === undefined ? [] : sets.get(name)!;
  const others = names.filter((set) => set !== name);
  const called = (set: string) => set || 'the default set';
  const notes = isBroken === true ? [DISCONTINUOUS] : [];
  if (others.length > 0)
    notes.push(`several annotation sets: ${called(name!)} was read, not ${others.map(called).join(', ')}`);
  return { line: 1, id: file, content: { texts: [{ text, spans, notes }] } };
}

/** @throws StudioError BadInput if an annotation refers to a node that the text does not have */
function gate(file: string, xml: string): Document {
  let text = '';
  let isText = false;
  const nodes = new Map<string, number>();
  const sets = new Map<string, WrittenSpan[]>();
  let set: WrittenSpan[] | undefined;
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (isText) text += part.text;
    } else if (part.name === 'TextWithNodes') isText = part.kind === 'start';
    else if (part.kind === 'end') continue;
    else if (part.name === 'Node') nodes.set(part.attributes['id'] ?? '', text.length);
    else if (part.name === 'AnnotationSet') {
      const name = part.attributes['Name'] ?? '';
      set = name === MARKUP_SET ? undefined : [];
      if (set !== undefined) sets.set(name, set);
    } else if (part.name === 'Annotation' && set !== undefined) {
      const { Type: type = '', StartNode: from = '', EndNode: to = '' } = part.attributes;
      if (type === '' || NO_ENTITIES.test(type)) continue;
      const [start, end] = [nodes.get(from), nodes.get(to)];
      if (start === undefined || end === undefined)
        throw new StudioError(
          'BadInput',
          `${file} has an annotation ${type} at node ${from}, which its text does not have.`,
        );
      set.push({ start, end, type, unit: 'UTF-16 units' });
    }
  }
  for (const [name, spans] of sets) if (spans.length === 0) sets.delete(name);
  return { text, sets };
}

/**
 * The text is in sections of CDATA; white space around them is none. A tag refers to `start` and `end`, or to `spans` such as `3~9,12~15`;
 * one without them, or at -1, is of the whole document, and no entity.
 */
function tagged(file: string, xml: string): Document {
  let text = '';
  let within = '';
  let isBroken = false;
  const spans: WrittenSpan[] = [];
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      if (within === 'TEXT' && part.isCData) text += part.text;
    } else if (part.name === 'TEXT' || part.name === 'TAGS') within = part.kind === 'start' ? part.name : '';
    else if (part.kind === 'start' && within === 'TAGS') {
      const { attributes, name } = part;
      const type = attributes['TYPE'] || attributes['type'] || name;
      const own = attributes['text'];
      const written = attributes['spans'] ?? `${attributes['start'] ?? ''}~${attributes['end'] ?? ''}`;
      const pairs = [...written.matchAll(/(\d+)~(\d+)/g)].map(
        ([, start, end]) => [Number(start), Number(end)] as const,
      );
      if (pairs.length === 0) continue;
      const [start, end] = [Math.min(...pairs.map(([from]) => from)), Math.max(...pairs.map(([, to]) => to))];
      isBroken ||= pairs.length > 1;
      spans.push({ start, end, type, unit: 'code points', ...(own && pairs.length === 1 && { text: own }) });
    }
  }
  return { text, sets: new Map(spans.length === 0 ? [] : [['', spans]]), isBroken };
}
