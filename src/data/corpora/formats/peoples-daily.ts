import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { WrittenTokenSpan } from '../records/record.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, PLACES_OF_TOKENS, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 200;
/** Share of the parts of lines that must be words with parts of speech. */
const MIN_SHARE = 0.95;
/** A word with its part of speech, perhaps with its reading, at the beginning or end of a name of several words: `[中国/ns`, `政府/n]nt`. */
const PART = /^(\[{0,3})(.{1,200}?)(?:\{[^{}]{1,40}\})?\/([A-Za-z]{1,4}[12]?)((?:\][A-Za-z]{1,4}){0,3})$/u;
/** The number of an article and of the paragraph in it. */
const NUMBER = /^(\d{8}-\d{2}-\d{3})-\d{3}\/m$/;
/** Parts of speech of names; in later versions, further letters tell kinds of them: `nrf` and `nrg` of a person. */
const NAME = /^(n[rstz])[a-z12]{0,2}$/;
const CHINESE = /\p{Script=Han}/u;
/** Characters of a family or a given name: a longer one is whole, as of foreigners. */
const LONGEST_PART = 2;

const NESTED = 'names within others: the outer ones were read';
const JOINED = 'family names before given names (nr): each pair was read as one person';

/**
 * The corpus of the People's Daily of 1998 (PFR), and texts with its parts of speech: a paragraph in each line, of words such as `北京/ns`,
 * with names of several words in brackets.
 */
export const peoplesDaily: Format = {
  detect(_file, lines) {
    const sample = firstLines(lines, SAMPLED_LINES, isFilled).map(partsOf);
    const parts = sample.flat();
    const read = parts.map((part) => PART.exec(part)).filter((match) => match !== null);
    const names = read.filter(([, , , pos, ends]) => [pos!, ...endsIn(ends!)].some((name) => NAME.test(name)));
    const isOwn = names.some(([word]) => CHINESE.test(word)) && read.some(([, , , pos]) => /^[vuwdpa]$/.test(pos!));
    return isOwn && read.length >= MIN_SHARE * parts.length && parts.length > sample.length
      ? { score: SCORES.signature, reason: 'its words have parts of speech as in the People’s Daily' }
      : undefined;
  },
  read: (source, options) => {
    const documents = [...documentsOf(source)];
    return { ...corpusOfTexts(source, documents, { ...options, ...PLACES_OF_TOKENS }), hasDocuments: documents[0]?.id !== '' }; // prettier-ignore
  },
};

function partsOf(line: string): string[] {
  return line.trim().split(/\s+/);
}

function endsIn(ends: string): string[] {
  return ends.split(']').slice(1);
}

function* documentsOf({ lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  let [line, id] = [0, ''];
  for (const written of lines) {
    line++;
    const parts = partsOf(written);
    const [, article] = NUMBER.exec(parts[0]!) ?? [];
    if (article !== undefined) id = article;
    const words = article === undefined ? parts : parts.slice(1);
    if (words.join('') === '') continue;
    const read = sentenceOf(words);
    if (typeof read === 'string') {
      problems.add({ line, severity: 'error', kind: 'words', message: `${read} The line was skipped.`, excerpt: written }); // prettier-ignore
      continue;
    }
    const { notes, ...sentence } = read;
    yield { line, id, content: { sentences: [sentence], areEndsInclusive: false, notes } };
  }
}

type Sentence = { tokens: string[]; spans: WrittenTokenSpan[]; notes: string[] };

function sentenceOf(words: readonly string[]): Sentence | string {
  const tokens: string[] = [];
  const [single, outer]: [WrittenTokenSpan[], WrittenTokenSpan[]] = [[], []];
  const open: number[] = []; // first words of names in brackets
  for (const [start, written] of words.entries()) {
    const [, brackets, word, pos, ends] = PART.exec(written) ?? [];
    if (word === undefined) return `Found ${written}, expected a word and its part of speech.`;
    open.push(...Array.from(brackets!, () => start));
    tokens.push(word);
    const [, type] = NAME.exec(pos!) ?? [];
    if (type !== undefined) single.push({ start, end: start + 1, type });
    for (const end of endsIn(ends!)) {
      const first = open.pop();
      if (first === undefined) return `Found ${written}, which ends a name that does not begin.`;
      const [, name] = NAME.exec(end) ?? [];
      if (name !== undefined) outer.push({ start: first, end: start + 1, type: name });
    }
  }
  if (open.length > 0) return `The name that begins with ${words[open[0]!]} does not end.`;
  const outermost = outermostOf(outer);
  const taken = new Uint8Array(tokens.length);
  for (const { start, end } of outermost) taken.fill(1, start, end);
  const alone = single.filter(({ start }) => taken[start] === 0);
  const persons = joinedPersons(alone, tokens);
  const spans = [...outermost, ...persons];
  const notes: string[] = [];
  if (outermost.length < outer.length || alone.length < single.length) notes.push(NESTED);
  if (persons.some(({ start, end }) => end - start > 1)) notes.push(JOINED);
  return { tokens, spans: spans.toSorted((a, b) => a.start - b.start), notes };
}

/** Names in brackets are within each other, or apart. */
function outermostOf(names: readonly WrittenTokenSpan[]): WrittenTokenSpan[] {
  const found: WrittenTokenSpan[] = [];
  for (const name of names.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (name.start >= (found.at(-1)?.end ?? 0)) found.push(name);
  }
  return found;
}

/** A family name is joined to the given name behind it. */
function joinedPersons(names: readonly WrittenTokenSpan[], tokens: readonly string[]): WrittenTokenSpan[] {
  const joined: WrittenTokenSpan[] = [];
  for (const name of names) {
    const last = joined.at(-1);
    const isGiven =
      name.type === 'nr' &&
      last?.type === 'nr' &&
      last.end === name.start &&
      last.end - last.start === 1 &&
      [tokens[last.start]!, tokens[name.start]!].every((word) => [...word].length <= LONGEST_PART);
    if (isGiven) last.end = name.end;
    else joined.push({ ...name });
  }
  return joined;
}
