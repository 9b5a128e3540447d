import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import { isWithinWord } from '../records/span-borders.ts';
import type { Unit } from './mrc-answer.ts';

/** A context with places of which it is not yet known what they count. */
export interface PlacedContext {
  text: string | string[];
  spans: readonly { start: number; end: number; unit?: Unit }[];
}

/** What positions count, and whether the end of a place is its last token or character. */
export interface Positions {
  unit: Unit;
  ends: 'inclusive' | 'exclusive';
  question?: ReadingQuestion;
}

/** Share of the places that must agree for the others to be wrong. */
const AGREEING = 0.9;

/** What the places of a file count: most of them decide. Where none shows whether ends are inclusive, there is a question. */
export function positionsIn(contexts: readonly PlacedContext[], { spanEnds }: CorpusOptions): Positions {
  const unit = unitIn(contexts);
  if (spanEnds !== undefined) return { unit, ends: spanEnds };
  const votes = { inclusive: 0, exclusive: 0 };
  let places = 0;
  for (const context of contexts) {
    const own = typeof context.text === 'string' ? unit : 'tokens';
    const characters = own === 'characters' ? charactersOf(context) : undefined;
    const length = characters?.all.length ?? wordsOf(context).length;
    for (const { start, end, unit: known } of context.spans) {
      if (known !== undefined || end > length) continue;
      places++;
      const vote = voteOf(start, end, length, characters);
      if (vote !== undefined) votes[vote]++;
    }
  }
  const ends = votes.exclusive > votes.inclusive ? 'exclusive' : 'inclusive';
  const isClear = votes[ends] > 0 && votes[ends] >= AGREEING * (votes.inclusive + votes.exclusive);
  return isClear || places === 0 ? { unit, ends } : { unit, ends, question: endsQuestion(unit) };
}

export function wordsOf({ text }: Pick<PlacedContext, 'text'>): string[] {
  return typeof text === 'string' ? text.split(/\s+/).filter((word) => word !== '') : text;
}

/** Places beyond the tokens count characters, those that would begin or end within words count tokens. */
function unitIn(contexts: readonly PlacedContext[]): Unit {
  let votes = 0;
  for (const context of contexts) {
    if (typeof context.text !== 'string') continue;
    const { length } = wordsOf(context);
    const characters = charactersOf(context);
    for (const { start, end, unit } of context.spans) {
      if (unit !== undefined) votes += unit === 'characters' ? 1 : -1;
      else if (end > length) votes += end <= characters.all.length ? 1 : 0;
      else if (!characters.areWords(start, end) && !characters.areWords(start, end + 1)) votes--;
    }
  }
  return votes > 0 ? 'characters' : 'tokens';
}

function voteOf(start: number, end: number, length: number, characters: Characters | undefined) {
  if (start === end) return 'inclusive';
  if (end === length) return 'exclusive';
  if (characters === undefined) return undefined;
  const [exclusive, inclusive] = [characters.areWords(start, end), characters.areWords(start, end + 1)];
  return exclusive === inclusive ? undefined : exclusive ? 'exclusive' : 'inclusive';
}

interface Characters {
  all: readonly string[];
  /** Whether characters begin and end where words do, as far as their script shows it. */
  areWords: (start: number, end: number) => boolean;
}

function charactersOf({ text }: PlacedContext): Characters {
  const written = String(text);
  const all = [...written];
  const place = (at: number) => (all.length === written.length ? at : all.slice(0, at).join('').length);
  const isSpace = (at: number) => all[at] === undefined || /\s/.test(all[at]);
  const isCut = (at: number) => isWithinWord(written, place(at));
  return {
    all,
    areWords: (start, end) => end > start && !isSpace(start) && !isSpace(end - 1) && !isCut(start) && !isCut(end),
  };
}

function endsQuestion(unit: Unit): ReadingQuestion {
  const one = unit === 'tokens' ? 'token' : 'character';
  return {
    what: `Is the end of a place its last ${one}, or the one after it?`,
    reason: `The places count ${unit}, and they do not show where they end.`,
    options: [
      { label: `its last ${one} (as in the data of MRC-NER)`, settings: { spanEnds: 'inclusive' } },
      { label: `the ${one} after it`, settings: { spanEnds: 'exclusive' } },
    ],
  };
}
