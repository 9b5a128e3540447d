import { StudioError } from '../../../lib/errors.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { Losses } from '../layout/losses.ts';
import { arePartsOfSpeech } from '../layout/parts-of-speech.ts';
import { quotedEntities } from '../records/kinds/quoted-entities.ts';
import type { RecordContent, RecordOptions } from '../records/record.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 200;
/** Share of the lines that must be sentences. */
const MIN_SHARE = 0.9;

/** `Sentence[3]: "Ada left ." → ["Ada"/PER]`, or without entities. */
const PRINTED = /^Sentence(?:\[(\d{1,6})\])?: "(.*)"(?: → (\[.*\]))?\s*$/;
const ENTITY = /"((?:[^"]|"(?!\/))+)"\/([^\s,\]]+)(?:, |\]$)/y;
/** `Sentence: "Ada left ." [− Tokens: 3 − Token-Labels: "Ada <S-PER> left ."]`. */
const LABELLED = /^Sentence: ".*" {1,10}\[.{0,100}Token-Labels: "(.*)"\]\s*$/;
const TAG = /^<([^<>\s]{1,100})>$/;

/**
 * Sentences as flair prints them: with the entities behind an arrow, by their texts, or, in older versions and from `to_tagged_string`, with
 * a tag behind each word in an entity.
 */
export const flair: Format = {
  detect(_file, lines) {
    const sample = firstLines(lines, SAMPLED_LINES, isFilled);
    const isMost = (fits: (line: string) => boolean) => sample.filter(fits).length >= MIN_SHARE * sample.length;
    const arePrinted = isMost((line) => PRINTED.test(line) || LABELLED.test(line));
    const hasEntities = (line: string) => line.includes('" → [') || line.includes('Token-Labels: ');
    return (arePrinted && sample.some(hasEntities)) || (isMost((line) => wordsOf(line) !== undefined) && !mayBeColumns(sample)) // prettier-ignore
      ? { score: SCORES.signature, reason: 'its lines are sentences as flair prints them' }
      : undefined;
  },
  read(source, options) {
    const losses = new Losses('lines');
    const documents = [...documentsOf(source, losses, options)];
    const corpus = corpusOfTexts(source, documents, options);
    const types = new Map(corpus.sentences.flatMap(({ tags }) => tags.map((tag) => [tag.replace(/^[BIES]-/, ''), 1])));
    types.delete('O');
    if (arePartsOfSpeech(types))
      throw new StudioError('BadInput', `${source.file} has parts of speech, as flair prints them, and no entities.`);
    const question = losses.question(documents.length + losses.count, options) ?? corpus.question;
    const { style: _, ...untyped } = corpus; // the tags are as they were written
    return { ...untyped, hasDocuments: false, ...(question && { question }) };
  },
};

/** Whether lines are no sentences with tags behind words: they have as many parts each, or few, or no tags. */
function mayBeColumns(sample: readonly string[]): boolean {
  const words = sample.flatMap((line) => wordsOf(line) ?? []);
  const lengths = new Set(sample.map((line) => line.trim().split(/\s+/).length));
  const areShort = words.every(({ tokens }) => tokens.length < 3);
  return lengths.size === 1 || areShort || words.every(({ tags }) => tags.every((tag) => tag === 'O'));
}

function* documentsOf(
  { file, lines, problems }: CorpusSource,
  losses: Losses,
  options: RecordOptions,
): Generator<WrittenDocument, void> {
  let line = 0;
  for (const text of lines) {
    line++;
    if (!isFilled(text)) continue;
    const content = contentOf(text, options);
    if (typeof content === 'object') yield { line, id: file, content };
    else {
      const message = `${content ?? 'Found no sentence with entities as flair prints it.'} The line was skipped.`;
      problems.add({ ...losses.add(line, { message }), line, severity: 'error', kind: 'flair', excerpt: text });
    }
  }
}

function contentOf(line: string, options: RecordOptions): RecordContent | string | undefined {
  const [, count, text, list] = PRINTED.exec(line) ?? [];
  if (text === undefined) {
    const words = wordsOf(line);
    return words && { sentences: [words] };
  }
  const entities = list === undefined ? [] : entitiesIn(list);
  if (entities === undefined) return `The entities ${list!.slice(0, 100)} are not as in ["Oslo"/LOC].`;
  const words = text.split(' ');
  const own = words.length === Number(count) && !words.includes('') ? { tokens: words } : { text };
  return quotedEntities.read({ ...own, entities: entities.length === 0 ? {} : entities }, options);
}

/** The entities of `["Ada"/PER, "Oslo"/LOC]`; undefined if it is something else. */
function entitiesIn(list: string): { text: string; label: string }[] | undefined {
  const entity = new RegExp(ENTITY);
  const entities: { text: string; label: string }[] = [];
  entity.lastIndex = 1;
  while (entity.lastIndex < list.length) {
    const [, text, label] = entity.exec(list) ?? [];
    if (text === undefined) return undefined;
    entities.push({ text, label: label! });
  }
  return entities;
}

/** The words of a line with a tag of a scheme behind those in entities; undefined if it is none. */
function wordsOf(line: string): { tokens: string[]; tags: string[] } | undefined {
  const [, labelled = line] = LABELLED.exec(line) ?? [];
  const tokens: string[] = [];
  const tags: string[] = [];
  for (const part of labelled.trim().split(/\s+/)) {
    const [, tag] = TAG.exec(part) ?? [];
    if (tag === undefined) {
      tokens.push(part);
      tags.push('O');
    } else if (tags.at(-1) !== 'O' || !hasSchemeLetter(tag)) return undefined;
    else tags[tags.length - 1] = tag;
  }
  return { tokens, tags };
}
