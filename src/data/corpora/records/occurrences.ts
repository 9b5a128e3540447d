import { UNKNOWN_TYPE, type CorpusOptions, type ReadingQuestion } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import type { QuotedEntities } from './record.ts';

type Choice = Pick<CorpusOptions, 'occurrences' | 'scheme'>;

const TAKEN = {
  all: 'all of them are entities',
  first: 'the first ones are entities',
  unknown: 'nothing is known of their words',
} as const;

/**
 * Collects the entities without offsets that occur more often than they are listed: where they are, a person decides. So
 * does whether they are entities, if none has the name of a type.
 */
export class Occurrences {
  #entities = 0;
  #texts = 0;
  #first: { line: number; text: string } | undefined;

  #doubt: { line: number; type: string } | undefined;
  #areSure = false;

  add(line: number, quoted: QuotedEntities | undefined, entities: number): void {
    if (quoted?.doubt !== undefined) this.#doubt ??= { line, type: quoted.doubt };
    else if (quoted !== undefined && entities > 0) this.#areSure = true;
    const [text] = quoted?.open ?? [];
    if (quoted === undefined || text === undefined) return;
    this.#texts++;
    this.#entities += quoted.open.length;
    this.#first ??= { line, text };
  }

  question({ occurrences, scheme }: Choice): ReadingQuestion | undefined {
    if (this.#doubt !== undefined && !this.#areSure && scheme === undefined) {
      const { line, type } = this.#doubt;
      return {
        what: 'Are these words of the texts entities, and these names their types?',
        reason: `The objects list words of their texts, but ${JSON.stringify(type)} in line ${line} may be no type of entities, and no other is a usual one.`,
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

/** Tags with those of unknown spans as unknown tags. */
export function withUnknown(tags: string[]): string[] {
  return tags.map((tag) => (tag === `B-${UNKNOWN_TYPE}` || tag === `I-${UNKNOWN_TYPE}` ? UNKNOWN_TYPE : tag));
}
