import { prefixLength } from '../../lib/binary-search.ts';
import type { DocumentFile, OpenedDocument, Scrub } from '../document.ts';
import { MarkupText, type Vocabulary } from '../markup/read-markup.ts';
import type { Patch } from '../markup/patches.ts';
import { requireUsualPrefixes } from '../package/prefixes.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { editsByPart } from './edits-by-part.ts';

/** A part of a package with text. */
export interface Part {
  name: string;
  xml: string;
  vocabulary: Vocabulary;
  place: (n: number) => string;
  /** A redaction removes it. */
  isHidden?: boolean;
  /** What a redaction removes from it, besides what its elements say. */
  hidden?: readonly Patch[];
}

/** What a format does besides changing the text of its parts. */
interface Writing {
  /** Other changes of the package; undefined removes a file. @param scrub see `OpenedDocument.write` */
  changes: (scrub: Scrub | undefined) => Map<string, string | undefined>;
  /** Further patches of a part with marks of these types. */
  markPatches?: (part: Part, types: ReadonlySet<string>) => Patch[];
  notes: readonly string[];
}

/** A document in a zip archive. @throws StudioError BadInput if its texts cannot be found */
export function packageDocument(
  { name }: DocumentFile,
  archive: ZipPackage,
  parts: readonly Part[],
  { changes: changesOf, markPatches, notes }: Writing,
): OpenedDocument {
  for (const part of parts) requireUsualPrefixes(name, part.name, part.xml);
  const texts = parts.map((part) => new MarkupText(part.xml, part.vocabulary, part.place));
  const split = editsByPart(texts);
  return {
    blocks: texts.flatMap(({ blocks }, i) => {
      const isRemoved = removalOf(parts[i]!);
      return blocks.map((block) => (isRemoved(block.pieces[0]!.start) ? { ...block, isHidden: true } : block));
    }),
    notes,
    write(edits, scrub) {
      const changes = changesOf(scrub);
      for (const [i, own] of split(edits).entries()) {
        const part = parts[i]!;
        if (changes.has(part.name) || (own.length === 0 && scrub === undefined)) continue;
        const marks = new Set(own.filter(({ replacement }) => replacement === undefined).map(({ type }) => type));
        const more = [
          ...(marks.size > 0 ? (markPatches?.(part, marks) ?? []) : []),
          ...(scrub === undefined ? [] : (part.hidden ?? [])),
        ];
        changes.set(part.name, texts[i]!.write(own, scrub, more));
      }
      return { extension: /\.[^.]*$/.exec(name)?.[0] ?? '', bytes: archive.write(changes) };
    },
  };
}

/** @returns whether a redaction removes what is at an offset */
function removalOf({ isHidden, hidden = [] }: Part): (at: number) => boolean {
  if (isHidden === true) return () => true;
  const ranges = hidden.toSorted((a, b) => a.start - b.start);
  let end = 0;
  const ends = ranges.map((range) => (end = Math.max(end, range.end)));
  return (at) => {
    const before = prefixLength(ranges, ({ start }) => start <= at);
    return before > 0 && at < ends[before - 1]!;
  };
}

/** What is said about pictures and documents in a document: names in them are neither found nor replaced. */
export function notesOfUnread({ names }: ZipPackage): string[] {
  const note = (pattern: RegExp, one: string, many: string) => {
    const count = names.filter((name) => pattern.test(name)).length;
    return count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  };
  return [
    ...note(/\.(png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)$/i, 'image was not looked at.', 'images were not looked at.'),
    ...note(
      /\/embeddings\/|\.(docx?|xlsx|pptx|x?html?|mht(ml)?|rtf|txt)$/i,
      'embedded document was not read.',
      'embedded documents were not read.',
    ),
  ];
}
