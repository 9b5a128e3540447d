import { strToU8, zipSync } from 'fflate';
import type { DocumentFile } from './document.ts';

/** What a document of these tests is about. */
export interface Planted {
  /** First name and surname. */
  person: string;
  place: string;
  /** Begins the text. */
  lead: string;
}

/** A name in parts that a redaction removes: it is found nowhere else, so that only their removal hides it. */
export const HIDDEN_NAME = 'Quintessa';

export const PLANTED: readonly Planted[] = [
  { person: 'Angela Merkel', place: 'Norrby', lead: 'Report on' },
  { person: 'Jürgen Groß', place: 'Münchhausen', lead: 'Bericht über' },
  { person: 'محمد السيد', place: 'القاهرة', lead: 'تقرير عن' },
  { person: 'Nguyễn Văn Thắng', place: 'Hà Nội', lead: 'Báo cáo về' },
  { person: 'Ida O’Brien-Smith & Sons', place: 'Øresund', lead: 'A <b> of' },
];

/** Documents in which the names are in split runs, tables, notes, links, comments, tracked changes, metadata and alternative texts. */
export const DOCUMENTS: Readonly<Record<string, (planted: Planted) => DocumentFile>> = {
  'letter.docx': word,
  'letter.odt': openDocument,
  'letter.ods': openSheet,
  'letter.xlsx': workbook,
  'letter.eml': mail,
  'letter.html': html,
  'letter.md': markdown,
  'letter.srt': subtitles,
  'letter.txt': text,
  'letter.json': json,
};

const escaped = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The words of a person, the first cut in two. */
function pieces(person: string) {
  const [first = '', ...others] = person.split(' ').map(escaped);
  const cut = Math.ceil(first.length / 2);
  return {
    first,
    halves: [first.slice(0, cut), first.slice(cut)] as const,
    others: others.join(' '),
    last: others.at(-1)!,
  };
}

export function zipped(name: string, files: Readonly<Record<string, string>>): DocumentFile {
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, contents]) => [path, strToU8(contents)])));
  return { name, bytes: bytes as Uint8Array<ArrayBuffer> };
}

function word({ person, place, lead }: Planted): DocumentFile {
  const { first, halves, others, last } = pieces(person);
  const whole = escaped(person);
  const run = (content: string, properties = '') =>
    `<w:r>${properties}<w:t xml:space="preserve">${content}</w:t></w:r>`;
  const bold = '<w:rPr><w:b/><w:lang w:val="de-DE"/></w:rPr>';
  const paragraph = (content: string) => `<w:p>${content}</w:p>`;
  const by = `w:id="7" w:author="${whole}"`;
  const root = (name: string, content: string) =>
    `<?xml version="1.0"?><w:${name} xmlns:w="w" xmlns:r="r">${content}</w:${name}>`;
  const relation = (id: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="http://schemas/x" Target="${target}"${mode}/>`;
  return zipped('letter.docx', {
    '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/docProps/core.xml" ContentType="application/x"/><Override PartName="/word/comments.xml" ContentType="application/x"/></Types>`,
    '_rels/.rels': `<Relationships>${relation('a', 'word/document.xml')}${relation('b', 'docProps/core.xml')}</Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships>${relation('c', 'comments.xml')}${relation('d', `mailto:${encodeURIComponent(person)}@example.org`, ' TargetMode="External"')}${relation('e', 'afchunk.mht')}</Relationships>`,
    'word/document.xml': root(
      'document',
      `<w:body>${paragraph(`${run(`${escaped(lead)} `)}${run(halves[0], bold)}${run(`${halves[1]} `)}${run(others, bold)}${run(` (${place}).`)}`)}${paragraph(
        `<w:del ${by}><w:r><w:delText>${whole}</w:delText></w:r></w:del><w:ins ${by}>${run(last)}</w:ins><w:r><w:tab/></w:r>${run(` in ${place}.`)}<w:r><w:commentReference w:id="7"/></w:r>`,
      )}${paragraph(`<w:r><w:drawing><wp:docPr descr="${whole}" name="${first}"/></w:drawing></w:r>`)}${paragraph(
        `<w:r><w:instrText>MERGEFIELD "${whole}"</w:instrText></w:r><w:hyperlink r:id="d">${run('Write.')}</w:hyperlink>`,
      )}<w:altChunk r:id="e"/></w:body>`,
    ),
    'word/afchunk.mht': `Content-Type: text/html\n\n<p>${HIDDEN_NAME}</p>`,
    'word/header1.xml': root('hdr', paragraph(run(`${whole}, 1`))),
    'word/footnotes.xml': root('footnotes', `<w:footnote>${paragraph(run(`See ${last}.`))}</w:footnote>`),
    'word/comments.xml': root('comments', `<w:comment ${by}>${paragraph(run(`${whole}?`))}</w:comment>`),
    'word/settings.xml': root('settings', `<w:docVars><w:docVar w:name="x" w:val="${whole}"/></w:docVars>`),
    'docProps/core.xml': `<p><dc:creator>${whole}</dc:creator></p>`,
  });
}

function openDocument({ person, place, lead }: Planted): DocumentFile {
  const { halves, others, last } = pieces(person);
  const whole = escaped(person);
  return zipped('letter.odt', {
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<?xml version="1.0"?><office:document-content><office:automatic-styles/><office:body><text:tracked-changes><text:p>${whole}</text:p></text:tracked-changes><text:p>${escaped(lead)}<text:s text:c="2"/><text:span>${halves[0]}</text:span>${halves[1]}
      ${others} (${place}).<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See ${last}.</text:p></text:note-body></text:note><office:annotation><dc:creator>${whole}</dc:creator><dc:date>2024</dc:date><text:p>${whole}?</text:p></office:annotation></text:p><draw:frame draw:name="${whole}"><svg:desc>${whole}</svg:desc></draw:frame></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:automatic-styles></office:automatic-styles><text:p>${whole}</text:p></office:document-styles>`,
    'meta.xml': `<office:document-meta><meta:initial-creator>${whole}, ${HIDDEN_NAME}</meta:initial-creator></office:document-meta>`,
    'Thumbnails/thumbnail.png': whole,
    'META-INF/manifest.xml': `<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"/><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></manifest:manifest>`,
  });
}

function workbook({ person, place, lead }: Planted): DocumentFile {
  const { halves, others, last } = pieces(person);
  const whole = escaped(person);
  const sheet = (cells: string, row = '') =>
    `<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData><row r="1"${row}>${cells}</row></sheetData><headerFooter><oddHeader>&amp;L${HIDDEN_NAME}</oddHeader></headerFooter><legacyDrawing r:id="z"/></worksheet>`;
  const cell = (reference: string, n: number) => `<c r="${reference}" t="s"><v>${n}</v></c>`;
  return zipped('letter.xlsx', {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets><sheet name="${last}" r:id="a"/><sheet name="Old" state="hidden" r:id="b"/></sheets><definedNames><definedName name="x">"${whole}"</definedName></definedNames><pivotCaches><pivotCache cacheId="1" r:id="c"/></pivotCaches></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/><Relationship Id="c" Target="pivotCache/pivotCacheDefinition1.xml"/></Relationships>`,
    'xl/pivotCache/pivotCacheDefinition1.xml': `<pivotCacheDefinition><cacheFields><sharedItems><s v="${HIDDEN_NAME}"/></sharedItems></cacheFields></pivotCacheDefinition>`,
    'xl/sharedStrings.xml': `<sst><si><t></t></si><si><t>${escaped(lead)} ${whole}</t></si><si><r><rPr><b/></rPr><t>${halves[0]}</t></r><r><t xml:space="preserve">${halves[1]} ${others} (${place})</t></r></si><si><t>hidden ${whole}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheet(
      `${cell('A1', 1)}${cell('B1', 2)}${cell('C1', 3)}<c r="D1" t="str"><f>"${whole}"&amp;A1</f><v>${last}, ${place}</v></c><c r="E1" t="inlineStr"><is><t>${last}</t></is></c><c r="F1"><v>42</v></c>`,
    ),
    'xl/worksheets/sheet2.xml': sheet(`${cell('A1', 3)}<c r="B1" t="str"><v>${whole}</v></c>`),
    'xl/comments1.xml': `<comments><authors><author>${whole}</author><author>${HIDDEN_NAME}</author></authors></comments>`,
    'docProps/app.xml': `<Properties><Manager>${whole}</Manager></Properties>`,
  });
}

/** A sheet with hidden rows and columns, and a hidden sheet. */
function openSheet({ person, place, lead }: Planted): DocumentFile {
  const whole = escaped(person);
  const cell = (content: string, more = '') =>
    `<table:table-cell office:value-type="string"${more}><text:p>${content}</text:p></table:table-cell>`;
  const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
  const collapsed = ' table:visibility="collapse"';
  const hidden = cell(HIDDEN_NAME, ` office:string-value="${HIDDEN_NAME}"`);
  return zipped('letter.ods', {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="${whole}"><table:table-column table:number-columns-repeated="2"/><table:table-column${collapsed} table:number-columns-repeated="3"/><table:table-column/>${row(`${cell(`${escaped(lead)} ${whole}`)}${cell(escaped(place))}${hidden}<table:table-cell table:number-columns-repeated="2"/>${cell(whole, ` table:formula="of:=&quot;${whole}&quot;" office:string-value="${whole}"`)}`)}${row(hidden, ' table:visibility="filter"')}${row(cell(whole))}</table:table><table:table table:name="Old" table:style-name="h">${row(hidden)}</table:table></office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest/>',
  });
}

/** Subject, quoted-printable text, HTML in base64, an attachment. */
function mail({ person, place, lead }: Planted): DocumentFile {
  const binary = (contents: string) =>
    Array.from(new TextEncoder().encode(contents), (byte) => String.fromCharCode(byte)).join('');
  const word = (contents: string) => `=?utf-8?B?${btoa(binary(contents))}?=`;
  const quoted = (contents: string) =>
    Array.from(new TextEncoder().encode(contents), (byte) =>
      byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
    ).join('');
  const last = person.split(' ').at(-1)!;
  const page = new TextDecoder().decode(html({ person, place, lead }).bytes);
  const part = (fields: string, body: string) => `--cut\r\n${fields}\r\n\r\n${body}\r\n`;
  return encoded(
    'letter.eml',
    `Received: from x by y for ${word(person)}\r\nFrom: ${word(person)}\r\n <x@example.org>\r\nSubject: ${word(`${lead} ${person}`)}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="cut"\r\n\r\n${part(
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
      quoted(`${lead} ${person} (${place}).\r\n\r\nYours, ${last}`).replace('.', '.=\r\n'),
    )}${part('Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64', btoa(binary(page)))}${part(
      'Content-Type: application/pdf; name="x.pdf"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64',
      btoa(binary(person)),
    )}--cut--\r\n`,
  );
}

function html({ person, place, lead }: Planted): DocumentFile {
  const { halves, others, last } = pieces(person);
  const whole = escaped(person);
  return encoded(
    'letter.html',
    `<!doctype html><html><head><meta charset="utf-8"><meta name="author" content="${whole}"><title>${whole}</title>
<script>const name = "${person}";</script></head><body><!-- ${whole} --><p>${escaped(lead)} <b>${halves[0]}</b>${halves[1]}
  ${others} (${place}).<p>${last}<br>in ${place} <img src="x.png" alt="${whole}"><a href="mailto:${last}@example.org" title='${whole}'>Write</a><a href="https://example.org/${encodeURIComponent(person)}">it</a></body></html>`,
  );
}

function markdown({ person, place, lead }: Planted): DocumentFile {
  const [first, ...others] = person.split(' ');
  return encoded(
    'letter.md',
    `# ${lead} **${first}** ${others.join(' ')}\n\n<!-- ${person} -->\n${others.at(-1)} in _${place}_, see [this](https://example.org/?q=${encodeURIComponent(person)} "${person}").\n`,
  );
}

function subtitles({ person, place, lead }: Planted): DocumentFile {
  const lines = [
    `1\r\n00:00:01,000 --> 00:00:03,000\r\n${lead} ${person}\r\n<i>of ${place}</i>.`,
    `2\r\n00:00:04,000 --> 00:00:06,500\r\n{\\an8}${person.split(' ').at(-1)!.toUpperCase()} in ${place}.`,
  ];
  return encoded('letter.srt', `${lines.join('\r\n\r\n')}\r\n`);
}

function text({ person, place, lead }: Planted): DocumentFile {
  return encoded(
    'letter.txt',
    `${lead} ${person} (${place}).\r\n\r\n${person.split(' ').at(-1)!.toUpperCase()} in ${place}.\r\n`,
  );
}

/** As a program writes it that keeps to ASCII. */
function json({ person, place, lead }: Planted): DocumentFile {
  const record = { text: `${lead} ${person} (${place}).`, also: [`"${person.split(' ').at(-1)!}"\nin ${place}.`] };
  const written = JSON.stringify(record).replaceAll(
    /[^\0-\u007F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return encoded('letter.json', `${written}\n`);
}

function encoded(name: string, contents: string): DocumentFile {
  return { name, bytes: new TextEncoder().encode(contents) };
}
