import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { WrittenSpan } from '../records/record.ts';
import { ascendingLines, elementsNamed, readElements, type XmlElement } from '../xml.ts';
import type { WrittenDocument } from './texts.ts';

const SENTENCE = /<sentence\b[^<>]*>\s*<text>/;
const ASPECT = /<(?:aspectTerm|Opinion)\b[^<>]*\bfrom="/;

/** Whether XML has sentences with aspect terms at `from` and `to`, as the tasks of SemEval on aspects of reviews (2014 to 2016) have them. */
export function hasAspects(xml: string): boolean {
  return SENTENCE.test(xml) && ASPECT.test(xml);
}

/** Attributes that may be the type of an aspect term. */
const TYPES = ['polarity', 'category'];
const LEFT_OUT = 'opinions about no words of the text (NULL), which were left out';

/**
 * The sentences of reviews with their aspect terms. What is their type is a choice: the element, `aspectTerm` or `Opinion`, or one of its
 * attributes.
 */
export function aspectsOf(
  file: string,
  xml: string,
  { tagField }: CorpusOptions,
): { documents: WrittenDocument[]; question?: ReadingQuestion } {
  const attributes = new Map<string, Set<string>>();
  const names = new Set<string>();
  const documents: WrittenDocument[] = [];
  const lineOf = ascendingLines(xml);
  for (const sentence of readElements(file, xml, (name) => name === 'sentence')) {
    const line = lineOf(sentence.at);
    const text = elementsNamed(sentence, 'text')[0]?.text ?? '';
    const aspects = ['aspectTerm', 'Opinion'].flatMap((name) => elementsNamed(sentence, name));
    const spans = new Map<string, WrittenSpan>();
    let hasNull = false;
    for (const aspect of aspects) {
      const span = spanOf(aspect, tagField);
      hasNull ||= span === undefined;
      if (span === undefined) continue;
      spans.set(`${span.start} ${span.end} ${span.type}`, span); // several opinions about the same words
      names.add(aspect.name);
      for (const name of TYPES) {
        const value = aspect.attributes[name];
        if (value !== undefined) attributes.set(name, (attributes.get(name) ?? new Set()).add(value));
      }
    }
    const review = sentence.around.findLast(({ name }) => name === 'Review');
    const id = review?.attributes['rid'] ?? sentence.attributes['id'] ?? String(line);
    documents.push({
      line,
      id,
      content: { texts: [{ text, spans: [...spans.values()], ...(hasNull && { notes: [LEFT_OUT] }) }] },
    });
  }
  const choices = [...attributes].filter(([, values]) => values.size > 1);
  if (tagField !== undefined || choices.length === 0) return { documents };
  return { documents, question: whichType([...names].join(', '), choices) };
}

/** Undefined without words of the text. */
function spanOf({ name, attributes }: XmlElement, typeOf: string | undefined): WrittenSpan | undefined {
  const { from = '', to = '', term, target } = attributes;
  const [start, end] = [Number(from), Number(to)];
  const text = term ?? target;
  if (!/^\d+$/.test(from) || !/^\d+$/.test(to) || (text === 'NULL' && end <= start)) return undefined;
  const type = (typeOf === undefined ? undefined : attributes[typeOf]) ?? name;
  return { start, end, type, unit: 'code points', ...(text !== undefined && { text }) };
}

function whichType(name: string, choices: readonly (readonly [string, ReadonlySet<string>])[]): ReadingQuestion {
  const list = (values: ReadonlySet<string>) => [...values].slice(0, 4).join(', ') + (values.size > 4 ? '…' : '');
  return {
    what: 'What is the type of an entity?',
    reason: `The aspect terms have no type, but ${choices.map(([attribute, values]) => `${attribute} (${list(values)})`).join(' and ')}.`,
    options: [
      { label: `${name}: one type for all`, settings: { tagField: name } },
      ...choices.map(([attribute]) => ({ label: `their ${attribute}`, settings: { tagField: attribute } })),
    ],
  };
}
