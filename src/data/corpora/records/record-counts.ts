import type { ProblemLog } from '../../files/problem-log.ts';
import { UnreadFields } from '../texts/unread-annotations.ts';
import { SameTexts } from './same-texts.ts';
import type { RecordContent } from './record.ts';

/** Counts what was left out of a file, and the choices of its readers, for one problem each. */
export class RecordCounts {
  objects = 0;
  readonly texts = new SameTexts();
  readonly unread = new UnreadFields();
  /** How many objects were left out, by reason. */
  readonly #leftOut = new Map<string, number>();
  /** How many objects each note of a reader is about. */
  readonly #notes = new Map<string, number>();

  leaveOut(reason: string): void {
    count(this.#leftOut, reason);
  }

  /** @param more notes of the object */
  note(content: RecordContent, more: readonly string[]): void {
    for (const note of more) count(this.#notes, note);
    const noted = 'sentences' in content ? [content] : content.texts.filter(({ notes }) => notes !== undefined);
    if (noted.length === 0) return;
    for (const note of new Set(noted.flatMap(({ notes = [] }) => notes))) count(this.#notes, note);
  }

  report(problems: ProblemLog): void {
    this.unread.report(problems);
    this.texts.report(problems);
    const total = this.objects;
    if (this.#leftOut.size > 0) {
      const all = [...this.#leftOut.values()].reduce((sum, n) => sum + n, 0);
      const reasons = [...this.#leftOut].map(([reason, n]) => `${n} ${reason}`).join(', ');
      const isAll = all === total;
      const message = isAll
        ? `No object has accepted labels: ${reasons}. Accept some first, or annotate the texts.`
        : `${all} of ${total} objects were left out, because their labels are not accepted: ${reasons}.`;
      problems.add({ line: 0, severity: isAll ? 'error' : 'warning', kind: 'gold', message });
    }
    for (const [note, n] of this.#notes) {
      const message = `${n} of ${total} objects have ${note}.`;
      problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
    }
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
