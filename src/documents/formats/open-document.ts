import { StudioError } from '../../lib/errors.ts';
import type { DocumentReader } from '../document.ts';
import type { Attributes, Vocabulary } from '../markup/read-markup.ts';
import type { Patch } from '../markup/patches.ts';
import { escapeMarkup } from '../markup/scan.ts';
import { withoutElements } from '../markup/without-elements.ts';
import { ZipPackage } from '../package/zip-package.ts';
import { tintsOfTypes } from './marks.ts';
import { hiddenCells } from './open-document-cells.ts';
import { notesOfUnread, packageDocument, type Part } from './package-document.ts';

/** OpenDocument texts, sheets and slides (ODF 1.3, part 3): paragraphs, with marks as spans of a style of their own. */
export const reader: DocumentReader = {
  read(file) {
    const archive = new ZipPackage(file);
    if (archive.names.includes(MANIFEST) && archive.text(MANIFEST).includes('<manifest:encryption-data')) {
      throw new StudioError('BadInput', `${file.name} has a password. Save it without one.`);
    }
    const tint = tintsOfTypes();
    const parts = archive.names
      .filter((name) => name.endsWith('.xml') && name !== MANIFEST)
      .toSorted((a, b) => rank(a) - rank(b))
      .map((name): Part => {
        const place = PLACES[rank(name)]![1];
        const xml = archive.text(name);
        return { name, xml, vocabulary: VOCABULARY, place: (n) => `${place} ${n}`, hidden: hiddenCells(xml) };
      });
    return packageDocument(file, archive, parts, {
      changes: (scrub) => (scrub === undefined ? new Map() : withoutCopies(archive)),
      markPatches: ({ xml }, types) => stylesOf(xml, types, tint),
      notes: notesOfUnread(archive),
    });
  },
};

const MANIFEST = 'META-INF/manifest.xml';
/** Parts with paragraphs, in reading order, and what they are called. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^styles\.xml$/, 'header or footer'],
  [/^content\.xml$/, 'paragraph'],
  [/./, 'text'],
];
const rank = (name: string) => PLACES.findIndex(([pattern]) => pattern.test(name));

/** Metadata, a picture of the first page, macros, signatures, and earlier versions. */
const HIDDEN_FILES =
  /^(Thumbnails|Basic|Scripts|Versions|Configurations2|ObjectReplacements)\/|^META-INF\/(documentsignatures|macrosignatures)|^(VersionList|layout-cache|manifest\.rdf)/;
const NO_METADATA =
  '<?xml version="1.0" encoding="UTF-8"?><office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"><office:meta/></office:document-meta>';

/** Most spaces of one element; a document with more is hostile. */
const MOST_SPACES = 1000;

const NAMESPACES =
  'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';

const styleOf = (type: string) =>
  `Tagsmith_${type.replaceAll(/[^\w.-]/g, (letter) => `_${letter.codePointAt(0)!.toString(16)}`)}`;

/** Names of cells and what is computed with them, and copies of cells. A person's name can be there as one word, which is no found text. */
const OF_SHEETS =
  /^table:(named-expressions|data-pilot-tables|content-validations|tracked-changes|dde-links|scenario)$|^calcext:conditional-formats$/;
const FORMULAS: readonly string[] = ['table:formula', 'table:content-validation-name'];

const VOCABULARY: Vocabulary = {
  isXml: true,
  collapses: true,
  isBlock: (name) => name === 'text:p' || name === 'text:h',
  isSkipped: (name) =>
    /^((text|table):tracked-changes|text:note-citation|svg:title|svg:desc)$/.test(name) ||
    /^(dc|meta|loext):(creator|date|creator-initials|date-string|sender-initials)$/.test(name), // of a comment
  characters(name, attributes) {
    if (name === 'text:s') return ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, MOST_SPACES));
    if (name === 'text:tab') return '\t';
    return name === 'text:line-break' ? '\n' : undefined;
  },
  removal(name, attributes) {
    if (
      /^text:(tracked-changes|change|change-start|change-end)$|^office:(annotation|annotation-end|scripts)$/.test(name)
    )
      return 'element';
    if (name === 'svg:title' || name === 'svg:desc' || OF_SHEETS.test(name)) return 'element';
    // The range of a filter has a name that LibreOffice gives it.
    if (name === 'table:database-range')
      return attributes['table:name']?.startsWith('__Anonymous') === true ? undefined : 'element';
    return 'table:formula' in attributes || 'table:content-validation-name' in attributes ? FORMULAS : undefined;
  },
  escape: (text) =>
    escapeMarkup(text)
      .replaceAll(/ {2,}|^ | $/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
      .replaceAll('\t', '<text:tab/>')
      .replaceAll('\n', '<text:line-break/>'),
  mark: (_, type) => ({ before: `<text:span text:style-name="${styleOf(type)}">`, after: '</text:span>' }),
};

/** Styles for marks, at the beginning of the automatic ones, which a document need not have. Nor need it declare their namespaces. */
function stylesOf(xml: string, types: ReadonlySet<string>, tint: (type: string) => string): Patch[] {
  const styles = Array.from(
    types,
    (type) =>
      `<style:style ${NAMESPACES} style:name="${styleOf(type)}" style:family="text"><style:text-properties fo:background-color="#${tint(type)}"/></style:style>`,
  ).join('');
  const place = /<office:automatic-styles\b[^>]*>|(?=<office:(?:master-styles|body)\b)/.exec(xml);
  if (place === null) return [];
  const { 0: tag, index } = place;
  const isOpen = tag !== '' && !tag.endsWith('/>');
  const text = isOpen ? tag + styles : `<office:automatic-styles>${styles}</office:automatic-styles>`;
  return [{ start: index, end: index + tag.length, text }];
}

function withoutCopies(archive: ZipPackage): Map<string, string | undefined> {
  const changes = new Map<string, string | undefined>();
  for (const name of archive.names) {
    if (HIDDEN_FILES.test(name)) changes.set(name, undefined);
    else if (name === 'meta.xml') changes.set(name, NO_METADATA);
    else if (name === MANIFEST) {
      const isHidden = (attributes: Attributes) => HIDDEN_FILES.test(attributes['manifest:full-path'] ?? '');
      changes.set(name, withoutElements(archive.text(name), 'manifest:file-entry', isHidden));
    }
  }
  return changes;
}
