import type { ProblemLog } from '../../files/problem-log.ts';
import type { RecordContent, WrittenSpan } from './record.ts';

/** Texts that are kept. */
const MOST_TEXTS = 200_000;

/** Counts texts that come again with other spans, as where several people have annotated them, or each object has one entity. */
export class SameTexts {
  readonly #spans = new Map<string, string>();
  #count = 0;
  #first: { line: number; text: string } | undefined;

  /** @param content of an object; undefined or tokens: nothing is counted */
  add(line: number, content: RecordContent | undefined): void {
    if (content === undefined || 'sentences' in content) return;
    for (const { text, spans } of content.texts) if (spans !== undefined) this.#add(line, text, spans);
  }

  #add(line: number, text: string, spans: readonly WrittenSpan[]): void {
    const own = spans.map(({ start, end, type }) => `${start} ${end} ${type}`).join();
    const known = this.#spans.get(text);
    if (known === undefined && this.#spans.size < MOST_TEXTS) this.#spans.set(text, own);
    if (known === undefined || known === own) return;
    this.#count++;
    this.#first ??= { line, text };
  }

  report(problems: ProblemLog): void {
    if (this.#first === undefined) return;
    const { line, text } = this.#first;
    const found = this.#count === 1 ? 'A text comes' : `${this.#count} texts come`;
    const message = `${found} again with other entities, the first in line ${line}. All are read: words that are marked in one of them only count as outside in the others. If each object has a part of the entities, put them in one; if several people annotated a text, keep one of them.`;
    problems.add({ line: 0, severity: 'warning', kind: 'same-texts', message, excerpt: text.slice(0, 200) });
  }
}
