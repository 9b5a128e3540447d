import type { DocumentReader } from '../document.ts';
import type { Attributes, TextNode, Vocabulary } from '../markup/read-markup.ts';
import { escapeMarkup } from '../markup/scan.ts';
import type { MarkWriter } from '../markup/text-block.ts';
import { CONTENT_TYPES, removeParts } from '../package/office-parts.ts';
import { ZipPackage } from '../package/zip-package.ts';
import { tintsOfTypes } from './marks.ts';
import { notesOfUnread, packageDocument, type Part } from './package-document.ts';

/** Word documents (ECMA-376, part 1, §17): paragraphs of runs, which are split where a mark begins or ends. */
export const reader: DocumentReader = {
  read(file) {
    const archive = new ZipPackage(file);
    const vocabulary = wordVocabulary();
    const parts = archive.names
      .filter((name) => name.endsWith('.xml') && name !== CONTENT_TYPES)
      .toSorted((a, b) => rank(a) - rank(b))
      .map((name): Part => {
        const place = PLACES[rank(name)]![1];
        return {
          name,
          xml: archive.text(name),
          vocabulary,
          place: (n) => `${place} ${n}`,
          isHidden: HIDDEN_PARTS.test(name),
        };
      });
    return packageDocument(file, archive, parts, {
      changes(scrub) {
        return scrub === undefined ? new Map() : removeParts(archive, (part) => HIDDEN_PARTS.test(part), scrub);
      },
      notes: notesOfUnread(archive),
    });
  },
};

/** Parts with paragraphs, in reading order, and what they are called; others have hardly any text. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^word\/header\d*\.xml$/, 'header'],
  [/^word\/document\d*\.xml$/, 'paragraph'],
  [/^word\/footnotes\.xml$/, 'footnote'],
  [/^word\/endnotes\.xml$/, 'endnote'],
  [/^word\/footer\d*\.xml$/, 'footer'],
  [/^word\/comments\.xml$/, 'comment'],
  [/./, 'text'],
];

const rank = (name: string) => PLACES.findIndex(([pattern]) => pattern.test(name));

/** Parts with copies of text or with names of people, which a redaction removes. */
const HIDDEN_PARTS =
  /^(docProps|customXml|_xmlsignatures)\/|\.(mht|mhtml|x?html?|rtf|docx?|txt)$|^word\/(comments|people|vbaProject|vbaData|embeddings\/|activeX\/|glossary\/|printerSettings|recipientData|customizations|attachedToolbars|webextensions|documenttasks)/i;

function wordVocabulary(): Vocabulary {
  const tint = tintsOfTypes();
  return {
    isXml: true,
    collapses: false,
    isBlock: (name) => name === 'w:p' || name === 'a:p',
    texts: new Set(['w:t', 'a:t', 'm:t']),
    isSkipped: (name) => name === 'w:del' || name === 'w:moveFrom' || name === 'mc:Fallback',
    characters(name, _, parent) {
      if (parent !== 'w:r') return undefined;
      if (name === 'w:tab') return '\t';
      if (name === 'w:br' || name === 'w:cr') return '\n';
      return name === 'w:noBreakHyphen' ? '\u2011' : undefined;
    },
    properties: { name: 'w:rPr', of: 'w:r' },
    removal,
    escape: (text) =>
      escapeMarkup(text).replaceAll(
        /[\t\n]/g,
        (space) => `</w:t>${space === '\t' ? '<w:tab/>' : '<w:br/>'}<w:t xml:space="preserve">`,
      ),
    mark: markRun(tint),
    // Space at the borders of a text that was split or replaced is kept only with this attribute.
    atNode: ({ element, tag }) => (element === 'w:t' ? [{ ...tag, text: '<w:t xml:space="preserve">' }] : []),
  };
}

/** Tracked changes are accepted; comments, alternatives for old programs and names of authors are removed. */
function removal(name: string, attributes: Attributes): ReturnType<Vocabulary['removal']> {
  switch (name) {
    case 'w:del':
    case 'w:moveFrom':
    case 'mc:Fallback':
    case 'w:commentRangeStart':
    case 'w:commentRangeEnd':
    case 'w:commentReference':
    case 'w:moveFromRangeStart':
    case 'w:moveFromRangeEnd':
    case 'w:moveToRangeStart':
    case 'w:moveToRangeEnd':
    case 'w:docVars':
    case 'w:mailMerge':
    case 'w:attachedTemplate':
    case 'c:externalData':
    case 'w:object':
    case 'w:altChunk':
      return 'element';
    case 'w:ins':
    case 'w:moveTo':
      return 'tags';
    case 'wp:docPr':
    case 'pic:cNvPr':
    case 'wps:cNvPr':
    case 'a:cNvPr':
      return ['descr', 'title', 'name'];
    default:
      if (/^w:.*(PrChange|GridChange|PrExChange|numberingChange|cellIns|cellDel|cellMerge)$/.test(name))
        return 'element';
      return 'alt' in attributes || 'o:title' in attributes ? ['alt', 'o:title'] : undefined;
  }
}

/** Properties that follow the shading of a run (§17.3.2.28). */
const AFTER_SHADING = /<w:(fitText|vertAlign|rtl|cs|em|lang|eastAsianLayout|specVanish|oMath|rPrChange)\b|<\/w:rPr>/;

function markRun(tint: (type: string) => string): MarkWriter<TextNode> {
  return ({ element, properties }, type) => {
    if (element !== 'w:t') return undefined;
    const split = (own: string) => `</w:t></w:r><w:r>${own}<w:t xml:space="preserve">`;
    const shading = `<w:shd w:val="clear" w:color="auto" w:fill="${tint(type)}"/>`;
    const plain = properties.replace(/<w:shd\b[^>]*\/>/, '');
    const marked = AFTER_SHADING.test(plain)
      ? plain.replace(AFTER_SHADING, (next) => shading + next)
      : `<w:rPr>${shading}</w:rPr>`;
    return { before: split(marked), after: split(properties) };
  };
}
