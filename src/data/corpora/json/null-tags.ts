import type { CorpusOptions, ReadingQuestion } from '../../corpus.ts';
import type { ProblemLog } from '../../files/problem-log.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';

type Choice = Pick<CorpusOptions, 'outside' | 'unknown' | 'scheme'>;

/** How null is named in settings. */
const NULL = 'null';

/** Reads null among tags, as programs write it for tokens outside entities. Beside O, only a person knows what it means. */
export class NullTags {
  #count = 0;
  #line = 0;
  #hasOutside = false;
  /** Whether the tags beside null have the letters of a scheme. */
  #areLettered = true;

  /** Tags with a string in place of null; other values as they are. */
  read(tags: unknown, line: number, { unknown }: Choice): unknown {
    if (!Array.isArray(tags)) return tags;
    this.#hasOutside ||= tags.includes('O');
    if (!tags.includes(null) || !tags.every((tag) => tag === null || typeof tag === 'string')) return tags;
    if (this.#count === 0) this.#line = line;
    this.#count += tags.filter((tag) => tag === null).length;
    this.#areLettered &&= tags.every((tag) => tag === null || hasSchemeLetter(tag));
    return tags.map((tag) => tag ?? (unknown === NULL ? NULL : 'O'));
  }

  report(problems: ProblemLog, { unknown }: Choice): void {
    if (this.#count === 0) return;
    const meaning = unknown === NULL ? 'nothing is known of these words' : 'read as O, outside entities';
    const message = `${this.#count === 1 ? '1 tag is' : `${this.#count} tags are`} null, the first in line ${this.#line}: ${meaning}.`;
    problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
  }

  question({ outside, unknown, scheme }: Choice): ReadingQuestion | undefined {
    const isChosen = [outside, unknown, scheme].some((given) => given !== undefined);
    if (this.#count === 0 || (this.#areLettered && !this.#hasOutside) || isChosen) return undefined;
    return {
      what: 'Does null mean outside entities?',
      reason: `Some tags are null, the first in line ${this.#line}, and others are O, or have no letter of a scheme.`,
      options: [
        { label: 'yes, outside', settings: { outside: NULL, ...(!this.#areLettered && { scheme: 'IO' }) } },
        { label: 'no: nothing is known of these words', settings: { unknown: NULL } },
      ],
    };
  }
}
