import { UNKNOWN_TYPE, type CorpusOptions, type ReadingQuestion } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { QuotedEntities, WrittenSpan } from './record.ts';

type Choice = Pick<CorpusOptions, 'occurrences' | 'scheme'>;

const TAKEN = {
  all: 'all of them are entities',
  first: 'the first ones are entities',
  unknown: 'nothing is known of their words',
} as const;

/**
 * Collects the entities without offsets that occur more often than they are listed: where they are, a person decides. So
 * does whether they are entities, for each type that no object has beside a usual one.
 */
export class Occurrences {
  #entities = 0;
  #texts = 0;
  #first: { line: number; text: string } | undefined;

  /** Types that may be none: the first line of each, and how many entities it has. */
  readonly #doubted = new Map<string, { line: number; entities: number }>();
  readonly #sure = new Set<string>();

  add(line: number, quoted: QuotedEntities | undefined, spans: readonly WrittenSpan[] = []): void {
    if (quoted !== undefined) this.#addTypes(line, quoted, spans);
    const [text] = quoted?.open ?? [];
    if (quoted === undefined || text === undefined) return;
    this.#texts++;
    this.#entities += quoted.open.length;
    this.#first ??= { line, text };
  }

  #addTypes(line: number, { doubt }: QuotedEntities, spans: readonly WrittenSpan[]): void {
    const types = spans.map(({ type }) => type).filter((type) => type !== UNKNOWN_TYPE);
    if (doubt === undefined) for (const type of types) this.#sure.add(type);
    else {
      for (const type of new Set([doubt, ...types])) {
        const { line: first, entities } = this.#doubted.get(type) ?? { line, entities: 0 };
        this.#doubted.set(type, { line: first, entities: entities + types.filter((one) => one === type).length });
      }
    }
  }

  /** The types that may be none, with the first line of each, and how many entities it has. */
  get doubted(): [type: string, { line: number; entities: number }][] {
    return [...this.#doubted].filter(([type]) => !this.#sure.has(type));
  }

  question({ occurrences, scheme }: Choice): ReadingQuestion | undefined {
    const [first, ...others] = this.doubted;
    if (first !== undefined && scheme === undefined) {
      const [type, { line }] = first;
      const more = others.length === 0 ? '' : ` (as may ${listed(others.map(([name]) => name))})`;
      return {
        what: 'Are these words of the texts entities, and these names their types?',
        reason: `The objects list words of their texts, but ${JSON.stringify(type)} in line ${line} may be no type of entities${more}: it is not beside a usual one.`,
        options: [{ label: 'yes, these are entities', settings: { scheme: 'BIO' } }],
        isAboutWords: true,
      };
    }
    if (this.#first === undefined || occurrences !== undefined) return undefined;
    return {
      what: 'Which of their places are entities?',
      reason: this.#found,
      options: [
        { label: 'all of them', settings: { occurrences: 'all' } },
        { label: 'the first one, or as many as are listed', settings: { occurrences: 'first' } },
        {
          label: 'unknown: nothing is learned from their words',
          settings: { occurrences: 'unknown' },
        },
      ],
    };
  }

  /** Says what was chosen. */
  report(problems: ProblemLog, occurrences: CorpusOptions['occurrences']): void {
    if (this.#first === undefined || occurrences === undefined) return;
    const types = occurrences === 'unknown' ? '' : ' Nothing is known of those that are listed with several types.';
    const message = `${this.#found} As chosen, ${TAKEN[occurrences]}.${types}`;
    problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
  }

  get #found(): string {
    const { line, text } = this.#first!;
    const entities = this.#entities === 1 ? '1 entity has' : `${this.#entities} entities have`;
    return `${entities} no offsets and occur${this.#entities === 1 ? 's' : ''} at more places than are listed, in ${this.#texts} of the texts; the first is ${JSON.stringify(text)} in line ${line}.`;
  }
}

/** Names in quotes, not all of many. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => JSON.stringify(name));
  return `${shown.join(', ')}${names.length > MOST_NAMES ? '…' : ''}`;
}

const MOST_NAMES = 4;

/** Tags with those of unknown spans as unknown tags. @param isPartial whether nothing is known outside spans, either */
export function withUnknown(tags: string[], isPartial: boolean): string[] {
  const isUnknown = (tag: string) =>
    tag === `B-${UNKNOWN_TYPE}` || tag === `I-${UNKNOWN_TYPE}` || (isPartial && tag === 'O');
  return tags.map((tag) => (isUnknown(tag) ? UNKNOWN_TYPE : tag));
}
