import type { Workspace } from '../../../../workers/wire/payloads.ts';
import { formatCount, formatCounted } from '../../../look/format.ts';
import type { SetRecord } from '../sets/store.ts';
import type { AnnotationSource, ComparedAnnotations } from './store.ts';

/** The sources that can be compared: the sets of this browser, then the loaded files with tags. */
export function sourcesOf(
  sets: readonly SetRecord[],
  { files }: Pick<Workspace, 'files'>,
): { sets: AnnotationSource[]; loaded: AnnotationSource[] } {
  return {
    sets: sets.map(({ id, name }) => ({ kind: 'set', id, name })),
    loaded: files.map(({ id, name }) => ({ kind: 'loaded', id, name })),
  };
}

/** `412 sentences are compared. Cohen's κ of the tokens is 0.81.` */
export function comparedInWords({ comparison: { sentences, kappa } }: ComparedAnnotations): string {
  if (sentences === 0) return 'Both have annotated no sentence in common: there is nothing to compare.';
  const compared = `${formatCounted(sentences, 'sentence')} ${sentences === 1 ? 'is' : 'are'} compared.`;
  return kappa === undefined ? compared : `${compared} Cohen’s κ of the types of tokens is ${kappa.toFixed(2)}.`;
}

/** Number of sentences that are in both texts, but not annotated in at least one. */
export function leftOut({ alignment, compared }: ComparedAnnotations): number {
  return alignment.pairs.length - compared.length;
}

/** A sentence without a counterpart. */
export interface Unmatched {
  file: string;
  line: number;
  text: string;
}

/** Maximum number of listed sentences: if most sentences differ, the annotations are not of the same text. */
const LISTED = 200;

export function unmatched({
  names,
  sentences,
  alignment,
}: ComparedAnnotations): { title: string; listed: Unmatched[] }[] {
  return [alignment.onlyFirst, alignment.onlySecond].flatMap((indices, side) => {
    if (indices.length === 0) return [];
    const listed = indices.slice(0, LISTED).map((index) => {
      const { source, text } = sentences[side]![index]!;
      return { file: source.file, line: source.line, text };
    });
    const first = indices.length > LISTED ? `, of which the first ${formatCount(LISTED)} are listed` : '';
    return [{ title: `${formatCounted(indices.length, 'sentence')} only in ${names[side]}${first}`, listed }];
  });
}

/** What becomes of differences that are not resolved. @param isDeciding whether decisions can be saved to a project */
export function savedInWords(open: number, isDeciding: boolean): string {
  if (open === 0) return `All differences are resolved.${isDeciding ? '' : ' Neither annotation is changed.'}`;
  const left = `${formatCounted(open, 'difference')} not resolved`;
  return isDeciding
    ? `${left}: the project keeps both versions of them. A new set or a file has these sentences as flagged.`
    : `${left}: these sentences are saved as flagged. Neither annotation is changed.`;
}
