import { strToU8, zipSync, type Zippable } from 'fflate';
import type { DocumentFile } from './document.ts';
import { hostilePdfs, onePage } from './hostile-pdfs.testing.ts';
import { DOCUMENTS } from './planted.testing.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const PLANTED = { person: 'Ada Vale', place: 'Norrby', lead: 'Mio met' };
const REMOTE = 'https://example.org/x';

const text = (name: string, contents: string): DocumentFile => ({ name, bytes: new TextEncoder().encode(contents) });
const zip = (name: string, files: Zippable): DocumentFile => ({ name, bytes: zipSync(files) as Bytes });

/** Numbers from 0 to 1, the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Documents that are damaged, or made to harm who reads them, by what is wrong with them. */
export function hostileFiles(): Record<string, DocumentFile> {
  return { ...damaged(), ...archives(), ...markup(), ...mails(), ...hostilePdfs() };
}

/** Each format cut off, with changed bytes, and with the content of another. */
function damaged(): Record<string, DocumentFile> {
  const files: Record<string, DocumentFile> = {};
  const all = {
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([name, make]) => [name, make(PLANTED)])),
    'letter.pdf': onePage(),
  };
  for (const [name, { bytes }] of Object.entries(all)) {
    for (const share of [0, 0.1, 0.5, 0.9, 0.99])
      files[`${name} cut off at ${share}`] = { name, bytes: bytes.slice(0, Math.floor(share * bytes.length)) };
    for (let seed = 1; seed <= 6; seed++) {
      const changed = bytes.slice();
      const random = numbers(seed);
      for (let i = 0; i < 2 * seed; i++)
        changed[Math.floor(random.next().value * changed.length)] = Math.floor(random.next().value * 256);
      files[`${name} with changed bytes, ${seed}`] = { name, bytes: changed };
    }
    files[`${name} that is text`] = text(name, 'Ada Vale');
    files[`${name} that is a zip archive`] = zip(name, { 'a.txt': strToU8('Ada Vale') });
  }
  return files;
}

function archives(): Record<string, DocumentFile> {
  const types = { '[Content_Types].xml': strToU8('<Types/>') };
  const body = (contents: string) => ({ ...types, 'word/document.xml': strToU8(contents) });
  const letter = DOCUMENTS['letter.docx']!(PLANTED);
  const withField = (signature: number, offset: number, value: number) => {
    const bytes = letter.bytes.slice();
    const view = new DataView(bytes.buffer);
    for (let at = 0; at + 46 < bytes.length; at++)
      if (view.getUint32(at, true) === signature) view.setUint32(at + offset, value, true);
    return { name: 'letter.docx', bytes };
  };
  const [directory, local, end] = [0x02014b50, 0x04034b50, 0x06054b50];
  const fields: [string, number, number][] = [
    ['checksum', directory, 16],
    ['packed size', directory, 20],
    ['size', directory, 24],
    ['offset', directory, 42],
    ['size in front of the contents', local, 22],
    ['number of entries', end, 8],
    ['directory size', end, 12],
    ['directory offset', end, 16],
  ];
  const paragraph = '<w:p><w:r><w:t>Ada</w:t></w:r></w:p>';
  const relations = Array.from({ length: 300 }, (_, i) => `r${i}`);
  return {
    ...Object.fromEntries(
      fields.flatMap(([what, signature, offset]) =>
        [0, 1, 0x7fffffff, 0xffffffff].map((value) => [`wrong ${what}: ${value}`, withField(signature, offset, value)]),
      ),
    ),
    'a bomb of zeros': zip('letter.docx', { ...types, 'word/document.xml': new Uint8Array(10_000_000) }),
    'a bomb of paragraphs': zip(
      'letter.docx',
      body(`<w:document><w:body>${paragraph.repeat(20_000)}</w:body></w:document>`),
    ),
    'a bomb of parts': zip('letter.docx', {
      ...types,
      ...Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`word/header${i}.xml`, strToU8('<w:hdr/>')])),
    }),
    'nested archives': zip('letter.docx', {
      ...types,
      'word/document.xml': strToU8(paragraph),
      'word/embeddings/a.docx': letter.bytes,
      'word/embeddings/b.zip': zipSync({ 'c.zip': letter.bytes }),
    }),
    'names that leave the folder': zip('letter.docx', {
      ...body(paragraph),
      '../../etc/passwd': strToU8('x'),
      '/etc/passwd': strToU8('x'),
      'word/\u0000.xml': strToU8('x'),
    }),
    'relations in circles': zip('letter.docx', {
      ...body(paragraph),
      'word/_rels/document.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Target="document.xml"/><Relationship Id="b" Target="../word/../word/document.xml"/></Relationships>',
      ),
    }),
    'remote parts': zip('letter.docx', {
      ...body(paragraph),
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships><Relationship Id="a" Target="${REMOTE}" TargetMode="External"/><Relationship Id="b" Type="x/attachedTemplate" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`,
      ),
    }),
    'a string that no cell has': zip('a.xlsx', {
      ...types,
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8('<sst/>'),
      'xl/worksheets/sheet1.xml': strToU8(
        '<worksheet><sheetData><row r="1"><c r="ZZZZZZZ99999999999" t="s"><v>99999999999</v></c><c t="s"><v>-1</v></c></row></sheetData></worksheet>',
      ),
    }),
    'one file for many sheets': zip('a.xlsx', {
      ...types,
      'xl/workbook.xml': strToU8(
        `<workbook><sheets>${'<sheet name="A" r:id="a"/>'.repeat(20_000)}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${'<row><c/></row>'.repeat(1000)}</worksheet>`),
    }),
    'one file for many sheets, by several relations': zip('a.xlsx', {
      ...types,
      'xl/workbook.xml': strToU8(
        `<workbook><sheets>${relations.map((id) => `<sheet name="A" r:id="${id}"/>`).join('')}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships>${relations.map((id) => `<Relationship Id="${id}" Target="worksheets/sheet1.xml"/>`).join('')}</Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${'<row><c/></row>'.repeat(100_000)}</worksheet>`),
    }),
    'a sheet without its file': zip('a.xlsx', {
      ...types,
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>'),
    }),
  };
}

const DEEP = 20_000;

function markup(): Record<string, DocumentFile> {
  const entities = Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('');
  const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha">${entities}]>`;
  const outside = `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${REMOTE}" [<!ENTITY % p SYSTEM "${REMOTE}">%p;<!ENTITY c SYSTEM "file:///etc/passwd">]>`;
  const inside: Record<string, string> = {
    'entities that grow': `${laughs}<w:p><w:r><w:t>&a20;</w:t></w:r></w:p>`,
    'entities from outside': `${outside}<w:p><w:r><w:t>&c;</w:t></w:r></w:p>`,
    'deep nesting': `${'<w:p>'.repeat(DEEP)}<w:r><w:t>Ada`,
    'deep nesting of runs': `<w:p>${'<w:r>'.repeat(DEEP)}<w:t>Ada`,
    'many attributes': `<w:p ${Array.from({ length: 50_000 }, (_, i) => `a${i}="x"`).join(' ')}><w:r><w:t>Ada</w:t></w:r></w:p>`,
    'a long attribute': `<w:p a="${'x'.repeat(1_000_000)}"><w:r><w:t>Ada</w:t></w:r></w:p>`,
    'a comment without end': `<w:p><w:r><w:t>Ada</w:t></w:r></w:p><!-- ${'-'.repeat(100_000)}`,
    'brackets only': '<'.repeat(200_000),
    'quotes only': `<a b="${'"'.repeat(200_000)}`,
    'CDATA without end': `<w:p><w:r><w:t><![CDATA[${'['.repeat(100_000)}`,
    'references only': '&#x'.repeat(100_000),
    'wrong characters': '<w:p><w:r><w:t>\u0000\uFFFF\uD800&#0;&#xFFFFFFFF;&#xD800;</w:t></w:r></w:p>',
    'processing instructions': `<?xml-stylesheet href="${REMOTE}"?><w:p><w:r><w:t>Ada</w:t></w:r></w:p>`.repeat(100),
    'names of the language':
      '<w:p constructor="x" __proto__="y"><__proto__><constructor><w:r><w:t>Ada</w:t></w:r></constructor></__proto__></w:p>',
  };
  const html: Record<string, string> = {
    'a script': `<script src="${REMOTE}"></script><p onclick="x()">Ada</p><img src="${REMOTE}" onerror="fetch('${REMOTE}')">`,
    'remote parts of a page': `<base href="${REMOTE}"><link rel="stylesheet" href="${REMOTE}"><meta http-equiv="refresh" content="0;url=${REMOTE}"><iframe src="${REMOTE}"></iframe><object data="${REMOTE}"></object><p>Ada</p>`,
    'a deep page': `${'<div>'.repeat(DEEP)}Ada`,
    'a deep list': `${'<ul><li>'.repeat(DEEP)}Ada`,
    'a page of closing tags': '</p>'.repeat(100_000),
    'a drawing with a script': '<svg><script>x()</script><text>Ada</text></svg><math><mtext><p>Ada</p></mtext></math>',
    'a script without end': `<p>Ada</p><script>${'<!--<script>'.repeat(20_000)}`,
    'a title without end': '<title>'.repeat(50_000),
  };
  return {
    ...Object.fromEntries(
      Object.entries(inside).flatMap(([what, xml]) => [
        [
          `Word: ${what}`,
          zip('a.docx', { '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(xml) }),
        ],
        [
          `OpenDocument: ${what}`,
          zip('a.odt', {
            mimetype: strToU8('application/vnd.oasis.opendocument.text'),
            'content.xml': strToU8(xml.replaceAll('w:p', 'text:p').replaceAll('w:r', 'text:span')),
          }),
        ],
        [`page: ${what}`, text('a.html', xml)],
      ]),
    ),
    ...Object.fromEntries(Object.entries(html).map(([what, page]) => [what, text('a.html', `<!doctype html>${page}`)])),
    'Markdown of brackets': text('a.md', '['.repeat(100_000)),
    'Markdown of stars': text('a.md', '*_'.repeat(100_000)),
    'Markdown of backticks': text('a.md', '`'.repeat(100_000)),
    'Markdown of quotes': text('a.md', '> '.repeat(50_000)),
    'JSON that nests': text('a.json', '['.repeat(200_000)),
    'JSON without end': text('a.json', `{"a": "${'\\u00'.repeat(50_000)}`),
    'one long line': text('a.txt', 'x'.repeat(3_000_000)),
    'only line breaks': text('a.txt', '\n'.repeat(1_000_000)),
  };
}

function mails(): Record<string, DocumentFile> {
  const head = 'From: a@example.org\r\nMIME-Version: 1.0\r\n';
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`).join(
      '',
    );
  return {
    'a mail of 3,000 levels': text('a.eml', `${head}${nested(3000)}Content-Type: text/plain\r\n\r\nAda`),
    'a part in itself': text(
      'a.eml',
      `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nAda\r\n--b--\r\n`,
    ),
    'a mail in a mail in a mail': text(
      'a.eml',
      `${head}${'Content-Type: message/rfc822\r\n\r\nSubject: x\r\n'.repeat(2000)}\r\nAda`,
    ),
    'no boundary': text('a.eml', `${head}Content-Type: multipart/mixed\r\n\r\n--\r\nAda`),
    'an empty boundary': text(
      'a.eml',
      `${head}Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nAda\r\n--\r\n`,
    ),
    'a boundary that is a pattern': text(
      'a.eml',
      `${head}Content-Type: multipart/mixed; boundary="(a+)+$"\r\n\r\n--(a+)+$\r\n\r\n${'a'.repeat(50_000)}\r\n`,
    ),
    'a long header': text('a.eml', `${head}Subject: ${'=?utf-8?Q?=41?= '.repeat(50_000)}\r\n\r\nAda`),
    'a header of folds': text('a.eml', `${head}Subject: x${'\r\n '.repeat(100_000)}\r\n\r\nAda`),
    'words that are not closed': text('a.eml', `${head}Subject: ${'=?utf-8?B?'.repeat(10_000)}\r\n\r\nAda`),
    'no base64': text('a.eml', `${head}Content-Transfer-Encoding: base64\r\n\r\n${'%!'.repeat(50_000)}`),
    'quoted-printable that is none': text(
      'a.eml',
      `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=Z=='.repeat(50_000)}`,
    ),
    'an encoding that is none': text('a.eml', `${head}Content-Type: text/plain; charset="x-none"\r\n\r\nAda`),
    'a remote body': text(
      'a.eml',
      `${head}Content-Type: message/external-body; access-type=URL; URL="${REMOTE}"\r\n\r\n`,
    ),
    'a mailbox of many mails': text(
      'a.mbox',
      `From a@example.org Mon Jan 1 00:00:00 2024\n${head}\nAda\n\n`.repeat(500),
    ),
    'a mailbox of separators': text('a.mbox', 'From \n'.repeat(20_000)),
  };
}
