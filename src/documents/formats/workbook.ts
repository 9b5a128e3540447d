import { CellPositions } from '../../data/files/cell-positions.ts';
import { requireWithin } from '../../data/files/limits.ts';
import type { DocumentReader } from '../document.ts';
import type { Patch } from '../markup/patches.ts';
import type { Attributes, Vocabulary } from '../markup/read-markup.ts';
import { scanMarkup, type Range } from '../markup/scan.ts';
import { CONTENT_TYPES, removeParts } from '../package/office-parts.ts';
import { ZipPackage } from '../package/zip-package.ts';
import { notesOfUnread, packageDocument, type Part } from './package-document.ts';

/** Workbooks of Excel (ECMA-376, part 1, §18): texts of cells. A text that several cells share is one block. */
export const reader: DocumentReader = {
  read(file) {
    const archive = new ZipPackage(file);
    const { places, inline, hidden } = readSheets(file.name, archive);
    const parts = archive.names
      .filter((name) => name.endsWith('.xml') && name !== CONTENT_TYPES)
      .toSorted((a, b) => rank(a) - rank(b))
      .map((name): Part => {
        const xml = archive.text(name);
        return {
          name,
          xml,
          vocabulary: VOCABULARY,
          place: (n) =>
            name === STRINGS ? (places.get(n - 1) ?? 'hidden cell') : (inline.get(name)?.[n - 1] ?? `${name} ${n}`),
          isHidden: HIDDEN_PARTS.test(name),
          hidden: name === STRINGS ? withoutStrings(xml, places) : (hidden.get(name) ?? []),
        };
      });
    return packageDocument(file, archive, parts, {
      changes: (scrub) =>
        scrub === undefined ? new Map() : removeParts(archive, (part) => HIDDEN_PARTS.test(part), scrub),
      notes: [...notesOfUnread(archive), ...notesOfHeaders(parts)],
    });
  },
};

/** Headers and footers are one text with codes for fonts and page numbers (§18.3.1.46). */
function notesOfHeaders(parts: readonly Part[]): string[] {
  const count = parts.filter(({ xml }) => /<(odd|even|first)(Header|Footer)>[^<]/.test(xml)).length;
  if (count === 0) return [];
  return [
    `Headers and footers of ${count === 1 ? '1 sheet' : `${count} sheets`} are not read; a redaction removes them.`,
  ];
}

const STRINGS = 'xl/sharedStrings.xml';
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const RANKS = [/^xl\/sharedStrings\.xml$/, SHEET, /./];
const rank = (name: string) => RANKS.findIndex((pattern) => pattern.test(name));

/** Copies of text and names of people, which a redaction removes; the order of calculation refers to formulas that it removes. */
const HIDDEN_PARTS =
  /^(docProps|customXml|_xmlsignatures)\/|^xl\/(comments|threadedComments|persons|vbaProject|embeddings\/|activeX\/|printerSettings|externalLinks|calcChain|revisions|pivotCache|pivotTables|drawings\/vmlDrawing|connections|queryTables|webextensions)/i;

/** A cell whose text is not a shared one: the result of a formula, for example. */
const hasOwnText = ({ t }: Attributes) => t === 'inlineStr' || t === 'str';

const VOCABULARY: Vocabulary = {
  isXml: true,
  collapses: false,
  isBlock: (name, attributes) => name === 'si' || (name === 'c' && hasOwnText(attributes)) || name === 'a:p',
  texts: new Set(['t', 'v', 'a:t']),
  isSkipped: (name) => name === 'rPh' || name === 'f' || name === 'mc:Fallback',
  characters: () => undefined,
  properties: { name: 'rPr', of: 'r' },
  removal(name, attributes) {
    if (
      [
        'f',
        'legacyDrawing',
        'headerFooter',
        'dataValidations',
        'conditionalFormatting',
        'extLst',
        'externalReferences',
        'pivotCaches',
        'mc:Fallback',
        'c:externalData',
        'rPh',
        'phoneticPr',
      ].includes(name)
    )
      return 'element';
    // Names of cells, which only formulas use: those of people are written as one word. Others are of Excel: print areas, filters.
    if (name === 'definedName') return attributes['name']?.startsWith('_xlnm.') === true ? undefined : 'element';
    if (name === 'xdr:cNvPr') return ['descr', 'title', 'name'];
    return name === 'hyperlink' && 'display' in attributes ? ['display', 'tooltip'] : undefined;
  },
  mark({ element, properties }) {
    if (element !== 't') return undefined; // the result of a formula
    const split = (own: string) => `</t></r><r>${own}<t xml:space="preserve">`;
    return { before: split('<rPr><b/><color rgb="FFC00000"/></rPr>'), after: split(properties) };
  },
  // A text without runs becomes one with runs (§18.4.8).
  atNode({ element, tag, endTag, parent }) {
    if (element !== 't') return [];
    const isRun = parent === 'r';
    const opened = { ...tag, text: `${isRun ? '' : '<r>'}<t xml:space="preserve">` };
    return isRun ? [opened] : [opened, { ...endTag, text: '</t></r>' }];
  },
};

interface Sheets {
  /** The visible cells of each shared text: `Sheet1!B3`, and how many others. */
  places: Map<number, string>;
  /** The cells with a text of their own, in their order, by part. */
  inline: Map<string, string[]>;
  /** The patches that remove hidden rows and cells, by part. */
  hidden: Map<string, Patch[]>;
}

function readSheets(file: string, archive: ZipPackage): Sheets {
  let count = 0;
  const cells = new Map<number, { first: string; others: number }>();
  const hidden = new Map<string, Patch[]>();
  const inline = new Map<string, string[]>();
  for (const { name, part, isHidden } of sheetsOf(archive)) {
    const patches: Patch[] = [];
    const own: string[] = [];
    hidden.set(part, patches);
    inline.set(part, own);
    readCells(archive.text(part), isHidden, {
      cell: () => requireWithin('cells', ++count, file),
      removed: ({ start, end }) => patches.push({ start, end, text: '' }),
      inline: (reference) => own.push(`${name}!${reference}`),
      string(n, reference) {
        const known = cells.get(n);
        if (known === undefined) cells.set(n, { first: `${name}!${reference}`, others: 0 });
        else known.others++;
      },
    });
  }
  const places = Array.from(cells, ([n, { first, others }]): [number, string] => {
    return [n, others === 0 ? first : `${first} and ${others} more`];
  });
  return { places: new Map(places), inline, hidden };
}

interface CellVisitor {
  /** Any cell. */
  cell: () => void;
  /** A cell with a text of its own. */
  inline: (reference: string) => void;
  /** A hidden row or cell. */
  removed: (range: Range) => void;
  /** A visible cell with a shared text. */
  string: (n: number, reference: string) => void;
}

/** Of a sheet (§18.3.1.13). */
const MOST_COLUMNS = 16_384;

function readCells(xml: string, isHiddenSheet: boolean, visit: CellVisitor): void {
  const isHiddenColumn = new Uint8Array(MOST_COLUMNS + 1);
  const elements: { tag: Range; isGone: boolean }[] = [];
  let gone = 0; // depth
  let [isString, isValue] = [false, false];
  const position = new CellPositions();
  scanMarkup(xml, true, {
    open(name, attributes, tag) {
      const size = name === 'col' ? attributes['width'] : attributes['ht'];
      const isOn = attributes['hidden'] === '1' || attributes['hidden'] === 'true' || Number(size ?? 1) === 0;
      if (name === 'col' && isOn) isHiddenColumn.fill(1, Number(attributes['min']), Number(attributes['max']) + 1);
      if (name === 'row') position.enterRow(attributes['r']);
      if (name === 'c') {
        visit.cell();
        position.enterCell(attributes['r']);
        isString = attributes['t'] === 's';
        if (hasOwnText(attributes)) visit.inline(position.reference);
      }
      isValue = name === 'v';
      const isGone =
        (name === 'row' && (isOn || isHiddenSheet)) || (name === 'c' && isHiddenColumn[position.column] === 1);
      if (isGone || gone > 0) gone++;
      elements.push({ tag, isGone });
    },
    close(_, tag) {
      const element = elements.pop();
      if (gone > 0) gone--;
      if (element?.isGone) visit.removed({ start: element.tag.start, end: tag.end });
    },
    text(text) {
      if (isValue && isString && gone === 0) visit.string(Number(text), position.reference);
    },
    comment: () => undefined,
  });
}

/** Empties the shared texts that no visible cell has. */
function withoutStrings(xml: string, visible: ReadonlyMap<number, string>): Patch[] {
  const patches: Patch[] = [];
  let n = -1;
  let from = 0;
  scanMarkup(xml, true, {
    open(name, _, tag) {
      if (name !== 'si') return;
      n++;
      from = tag.start;
    },
    close(name, tag) {
      if (name === 'si' && !visible.has(n)) patches.push({ start: from, end: tag.end, text: '<si><t></t></si>' });
    },
    text: () => undefined,
    comment: () => undefined,
  });
  return patches;
}

interface Sheet {
  name: string;
  part: string;
  isHidden: boolean;
}

function sheetsOf(archive: ZipPackage): Sheet[] {
  const targets = new Map<string, string>();
  eachElement(archive.text('xl/_rels/workbook.xml.rels'), 'Relationship', ({ Id = '', Target = '' }) =>
    targets.set(Id, Target.replace(/^\/?(xl\/)?/, 'xl/')),
  );
  const sheets: Sheet[] = [];
  const unread = new Set(archive.names); // a part that several sheets name is read once
  eachElement(archive.text('xl/workbook.xml'), 'sheet', ({ name = '', state, 'r:id': id = '' }) => {
    const part = targets.get(id);
    if (part !== undefined && unread.delete(part))
      sheets.push({ name, part, isHidden: state === 'hidden' || state === 'veryHidden' });
  });
  return sheets;
}

function eachElement(xml: string, element: string, visit: (attributes: Attributes) => void): void {
  scanMarkup(xml, true, {
    open: (name, attributes) => {
      if (name === element) visit(attributes);
    },
    close: () => undefined,
    text: () => undefined,
    comment: () => undefined,
  });
}
