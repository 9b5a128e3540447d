import { groupBy } from '../../../lib/group-by.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { TokenSentence, WrittenTokenSpan } from '../records/record.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import { readXml } from '../xml.ts';
import type { WrittenDocument } from './texts.ts';

/** The roots of TCF (WebLicht), FoLiA, NAF and KAF, and what the XML of Stanford CoreNLP begins with. */
const ROOT =
  /<(?:\w+:)?(?:D-Spin|TextCorpus|FoLiA|NAF|KAF)\b|<root>\s*<document>\s*(?:<docId>[^<]*<\/docId>\s*)?<sentences>\s*<sentence\b/;

/** Whether XML has tokens as elements, to which entities refer by their ids. */
export function hasTokenElements(head: string): boolean {
  return ROOT.test(head);
}

const TOKEN = /^(token|w|wf)$/;
/** Elements of a token that have its text, beside the element itself. */
const WORD = /^(t|word)$/;
const SENTENCE = /^(s|sentence)$/;
/** An id of a token, or in NAF of a term, whose tokens are named before. */
const REFERENCE = /^(wref|target)$/;
/** What FoLiA keeps of a text before it was corrected, and the parts of words. */
const FORMER = /^(original|suggestion|morphology)$/;

interface Token {
  text: string;
  /** In the XML of CoreNLP: its type, without the letter of a scheme. */
  type?: string;
}

const BEYOND = 'entities that go beyond a sentence, or whose tokens are not in the file: they were left out';

/**
 * The sentences of XML with an element for each token. Entities list the ids of their tokens, in an attribute (`tokenIDs` of TCF) or in
 * elements (`wref` of FoLiA, `target` of NAF, there perhaps by their terms, and a span for each mention); in the XML of CoreNLP, each
 * token has its type.
 *
 * @throws StudioError BadInput if a token has no text
 */
export function tokenSentencesOf(file: string, xml: string): WrittenDocument[] {
  const tokens: Token[] = [];
  const places = new Map<string, number[]>(); // of tokens, and of terms with several
  const starts = new Set([0]);
  const spans: WrittenTokenSpan[] = [];
  const notes = new Set<string>();
  const open: { name: string; attributes: Readonly<Record<string, string>> }[] = [];
  let references: string[] = [];
  let last: string | undefined;
  const placesOf = (ids: readonly string[]) => ids.flatMap((id) => places.get(id) ?? []).toSorted((a, b) => a - b);
  const isWithin = (names: RegExp) => open.some(({ name }) => names.test(name));
  const add = ({ class: own, type = own }: Readonly<Record<string, string>>) => {
    const found = placesOf(references);
    if (references.length > 0 && found.length === 0) notes.add(BEYOND);
    references = [];
    if (type === undefined || found.length === 0) return;
    const [start, end] = [found[0]!, found.at(-1)! + 1];
    if (found.length < end - start) notes.add(DISCONTINUOUS);
    spans.push({ start, end, type });
  };
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      const [owner, token] = [open.at(-1), tokens.at(-1)];
      if (owner === undefined || token === undefined || !isWithin(TOKEN) || isWithin(FORMER)) continue;
      if (owner.name === 'NER') token.type = part.text.trim();
      else if (token.text === '' && (TOKEN.test(owner.name) || WORD.test(owner.name))) token.text = part.text.trim();
      continue;
    }
    const name = part.name.replace(/^.*:/, '');
    if (part.kind === 'end') {
      const { attributes } = open.pop()!;
      const entity = name === 'entity' ? attributes : open.find((element) => element.name === 'entity')?.attributes;
      if (name === 'term') {
        places.set(idOf(attributes), placesOf(references));
        references = [];
      } else if (entity !== undefined && (name === 'entity' || name === 'span')) add(entity);
      continue;
    }
    const { attributes } = part;
    open.push({ name, attributes });
    if (isWithin(FORMER)) continue;
    const listed = attributes['tokenIDs']?.split(/\s+/) ?? [];
    if (SENTENCE.test(name)) starts.add(listed.length === 0 ? tokens.length : (placesOf(listed)[0] ?? 0));
    else if (name === 'entity') references.push(...listed);
    else if (REFERENCE.test(name)) references.push(idOf(attributes));
    else if (TOKEN.test(name)) {
      if (attributes['sent'] !== last) starts.add(tokens.length);
      last = attributes['sent'];
      places.set(idOf(attributes), [tokens.length]);
      tokens.push({ text: '' });
    }
  }
  const empty = tokens.findIndex(({ text }) => text === '');
  if (empty >= 0) throw new StudioError('BadInput', `${file} has no text in token ${empty + 1}. Expected it in each.`);
  const isTagged = /<(?:\w+:)?(?:namedEntities|entities|NER)\b/.test(xml);
  const cuts = [...starts].filter((at) => at < tokens.length).toSorted((a, b) => a - b);
  const sentenceOf = cuts.flatMap((from, s) => tokens.slice(from, cuts[s + 1]).map(() => s)); // by token
  const isInOne = ({ start, end }: WrittenTokenSpan) => sentenceOf[start] === sentenceOf[end - 1];
  if (!spans.every(isInOne)) notes.add(BEYOND);
  const bySentence = groupBy(spans.filter(isInOne), ({ start }) => sentenceOf[start]!);
  const sentences = cuts.map((from, s): TokenSentence => {
    const own = bySentence.get(s) ?? [];
    const found = own.map(({ start, end, type }) => ({ start: start - from, end: end - from, type }));
    const some = tokens.slice(from, cuts[s + 1]);
    return { tokens: some.map(({ text }) => text), ...(isTagged && { spans: [...found, ...runsOf(some)] }) };
  });
  return [{ line: 1, id: file, content: { sentences, areEndsInclusive: false, notes: [...notes] } }];
}

function idOf({ 'xml:id': xmlId, ID, id, wid, tid }: Readonly<Record<string, string>>): string {
  return xmlId ?? ID ?? wid ?? tid ?? id ?? '';
}

/** Successive tokens of the same type, each run as one entity. */
function runsOf(tokens: readonly Token[]): WrittenTokenSpan[] {
  const spans: WrittenTokenSpan[] = [];
  for (const [t, { type }] of tokens.entries()) {
    if (type === undefined || type === 'O') continue;
    const before = spans.at(-1);
    if (before?.end === t && before.type === type) before.end = t + 1;
    else spans.push({ start: t, end: t + 1, type });
  }
  return spans;
}
