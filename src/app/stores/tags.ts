import type { Workspace } from '../../workers/wire/payloads.ts';

/** The parts of a training tag: `B-PER` is the letter B and the type PER; a tag without a scheme is a type. */
export interface TagParts {
  letter: string;
  /** Empty for `O`. */
  type: string;
}

export function tagParts(tag: string): TagParts {
  const parts = /^([BIES])-(.+)$/.exec(tag);
  if (parts) return { letter: parts[1] ?? '', type: parts[2] ?? '' };
  return tag === 'O' ? { letter: 'O', type: '' } : { letter: '', type: tag };
}

export function typesOfTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tagParts(tag).type).filter((type) => type !== ''))];
}

/** Whether tags follow a scheme. Without one, as for parts of speech, each token has its own tag. */
export const haveScheme = (tags: readonly string[]): boolean => tags.every((tag) => /^(O|[BIES]-.+)$/.test(tag));

/** All types on the page: first those of training and the model, sorted by name, so that adding files rarely changes the order. */
export function knownTypes({ files, model }: Workspace): string[] {
  const ofRole = (test: (role: string) => boolean) =>
    files.filter(({ role }) => test(role)).flatMap(({ summary }) => summary.types.map(({ type }) => type));
  const first = [...(model?.entityTypes ?? []), ...ofRole((role) => role === 'train')].sort();
  const others = ofRole((role) => role !== 'train').sort();
  return [...new Set([...first, ...others])];
}
