// Documents in four languages with planted names, as LibreOffice and Chromium write them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { chromium } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.mjs';

/** @typedef {{ person: string, place: string, lead: string }} Planted */

/** Invented names and texts by language. `text` has two paragraphs; `{person}` and `{place}` are replaced. */
const LANGUAGES = {
  en: {
    lead: 'Report on',
    people: [
      'Griffith Waffleby',
      'Ida O’Brien-Smith',
      'Effie Flintoffer',
      'Nora Wexholm',
      'Ruffin MacAllister',
      'Zoë Fjordholm',
    ],
    places: ['Norrby', 'Westmark', 'Coldfjord'],
    text: [
      'The office in {place} confirmed that {person} filed the first application in March, and that nobody had objected to it. A second letter followed after five weeks.',
      'According to the file, the applicant moved to another flat in the same year; the costs, 1,250.50 in total, were never paid back.',
    ],
  },
  de: {
    lead: 'Bericht über',
    people: [
      'Jürgen Groß',
      'Käthe Müller-Lüdenscheid',
      'Wolfgang Pfiffig',
      'Björn Süßkind',
      'Anneliese Öhlschläger',
      'Fritz Schöffler',
    ],
    places: ['Münchhausen', 'Öfelden', 'Übersee'],
    text: [
      'Das Amt in {place} bestätigte, dass {person} den ersten Antrag im März gestellt hatte; niemand erhob Einspruch. Fünf Wochen später folgte ein zweites Schreiben.',
      'Nach Aktenlage zog die Antragstellerin noch im selben Jahr um. Die Kosten von 1.250,50 Euro wurden größtenteils nie zurückgezahlt.',
    ],
  },
  ar: {
    lead: 'تقرير عن',
    people: ['محمد السيد', 'فاطمة الزهراني', 'يوسف النجار', 'ليلى الحداد', 'كريم بن صالح', 'هدى القاسمي'],
    places: ['القاهرة', 'دمشق', 'الرباط'],
    text: [
      'أكد المكتب في {place} أن {person} قدم الطلب الأول في شهر مارس ولم يعترض عليه أحد. ووصلت رسالة ثانية بعد خمسة أسابيع.',
      'وفقا للملف انتقلت العائلة إلى شقة أخرى في العام نفسه ولم تسدد التكاليف كاملة.',
    ],
  },
  vi: {
    lead: 'Báo cáo về',
    people: [
      'Nguyễn Văn Thắng',
      'Trần Thị Thu Hằng',
      'Lê Quốc Bảo',
      'Phạm Ngọc Ánh',
      'Đặng Hữu Phước',
      'Võ Thị Mỹ Duyên',
    ],
    places: ['Hà Nội', 'Đà Nẵng', 'Cần Thơ'],
    text: [
      'Văn phòng tại {place} xác nhận rằng {person} đã nộp đơn lần đầu vào tháng ba và không ai phản đối. Một lá thư thứ hai được gửi sau năm tuần.',
      'Theo hồ sơ, người nộp đơn đã chuyển đến một căn hộ khác trong cùng năm đó; chi phí chưa bao giờ được hoàn trả.',
    ],
  },
};

/** @param {number} i @returns {Planted & { language: string, paragraphs: string[] }} */
export function plantedAt(i) {
  const names = Object.keys(LANGUAGES);
  const language = names[i % names.length] ?? 'en';
  const { lead, people, places, text } = LANGUAGES[/** @type {keyof typeof LANGUAGES} */ (language)];
  const at = Math.floor(i / names.length);
  const person = people[at % people.length] ?? '';
  const place = places[at % places.length] ?? '';
  const paragraphs = text.map((one) => one.replace('{person}', person).replace('{place}', place));
  return { language, lead, person, place, paragraphs };
}

const escaped = (/** @type {string} */ raw) =>
  raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * A text document of LibreOffice (flat OpenDocument): names in split runs, a table, a header, a footnote, a comment, a tracked deletion, a
 * link, an alternative text, metadata and properties.
 *
 * @param {ReturnType<typeof plantedAt>} planted
 */
export function flatText({ lead, person, place, paragraphs, language }) {
  const cut = Math.ceil(person.length / 3);
  const [left, right] = [person.slice(0, cut), person.slice(cut)].map(escaped);
  const name = escaped(person);
  const last = escaped(person.split(' ').at(-1) ?? '');
  const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const direction = language === 'ar' ? ' style:writing-mode="rl-tb"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:meta><dc:title>${escaped(lead)} ${name}</dc:title><meta:initial-creator>${name}</meta:initial-creator><dc:creator>${name}</dc:creator><dc:subject>${last}</dc:subject><meta:keyword>${name}</meta:keyword><meta:user-defined meta:name="Client">${name}</meta:user-defined></office:meta>
<office:styles><style:default-style style:family="paragraph"><style:paragraph-properties${direction}/><style:text-properties style:font-name="DejaVu Sans" fo:font-family="'DejaVu Sans'" fo:font-size="11pt"/></style:default-style><style:style style:name="Standard" style:family="paragraph"/></office:styles>
<office:automatic-styles><style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:page-layout style:name="L"><style:page-layout-properties fo:margin="2cm"${direction}/><style:header-style/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L"><style:header><text:p>${name}</text:p></style:header></style:master-page></office:master-styles>
<office:body><office:text><text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>${name}</dc:creator><dc:date>2024-01-01T00:00:00</dc:date></office:change-info><text:p>${name}</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">${escaped(lead)} ${name}</text:h>
${paragraphs.map((paragraph) => `<text:p>${escaped(paragraph)}</text:p>`).join('\n')}
<text:p>${escaped(lead)} <text:span text:style-name="B">${left}</text:span>${right} (${escaped(place)}).<text:change text:change-id="c1"/><text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>${last}, ${escaped(place)}.</text:p></text:note-body></text:note><office:annotation><dc:creator>${name}</dc:creator><dc:date>2024-01-01T00:00:00</dc:date><text:p>${name}?</text:p></office:annotation></text:p>
<table:table table:name="${name}"><table:table-column table:number-columns-repeated="2"/><table:table-row><table:table-cell><text:p>${name}</text:p></table:table-cell><table:table-cell><text:p>${escaped(place)}</text:p></table:table-cell></table:table-row></table:table>
<text:p><text:a xlink:type="simple" xlink:href="mailto:${encodeURIComponent(person)}@example.org">${last}</text:a> <draw:frame draw:name="${name}" text:anchor-type="as-char" svg:width="1cm" svg:height="1cm"><draw:image><office:binary-data>${image}</office:binary-data></draw:image><svg:title>${name}</svg:title><svg:desc>${name}</svg:desc></draw:frame></text:p>
</office:text></office:body></office:document>`;
}

/** A workbook of LibreOffice: cells, a formula, a comment, a hidden sheet, a defined name. @param {Planted} planted */
export function flatSheet({ lead, person, place }) {
  const name = escaped(person);
  const last = escaped(person.split(' ').at(-1) ?? '');
  const cell = (/** @type {string} */ text, more = '') =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p>${more}</table:table-cell>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:meta><dc:title>${name}</dc:title><meta:initial-creator>${name}</meta:initial-creator></office:meta>
<office:automatic-styles><style:style style:name="H" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="${last}"><table:table-row>${cell(`${escaped(lead)} ${name}`)}${cell(escaped(place), `<office:annotation><dc:creator>${name}</dc:creator><text:p>${name}?</text:p></office:annotation>`)}<table:table-cell table:formula="of:=[.A1]&amp;&quot; ${last}&quot;" office:value-type="string" office:string-value="${escaped(lead)} ${name} ${last}"><text:p>${escaped(lead)} ${name} ${last}</text:p></table:table-cell></table:table-row><table:table-row>${cell(name)}${cell(last)}</table:table-row></table:table><table:table table:name="Old" table:style-name="H"><table:table-row>${cell(name)}</table:table-row></table:table></office:spreadsheet></office:body></office:document>`;
}

/** A page for Chromium's print to PDF. @param {ReturnType<typeof plantedAt>} planted */
export function printedPage({ lead, person, paragraphs, language }) {
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>body{font:11pt "DejaVu Sans"}</style><h1>${escaped(lead)} ${escaped(person)}</h1>${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('')}</html>`;
}

/** Prints pages. @param {Record<string, string>} pages by path of the PDF */
export async function printAll(pages) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    for (const [path, html] of Object.entries(pages)) {
      await page.setContent(html);
      await page.pdf({ path, format: 'A4' });
    }
  } finally {
    await browser.close();
  }
}

/** Converts files with LibreOffice, all at once. @param {string} to @param {string} out @param {string[]} files @param {string} folder */
export function convert(to, out, files, folder) {
  if (files.length === 0) return;
  mkdirSync(out, { recursive: true });
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'office')).href}`;
  execFileSync('soffice', [profile, '--headless', '--norestore', '--convert-to', to, '--outdir', out, ...files], {
    stdio: 'ignore',
    timeout: 1_200_000,
  });
}

/** The documents of the tests of src/documents, with names in all places. @returns {Promise<Record<string, (planted: Planted) => { name: string, bytes: Uint8Array<ArrayBuffer> }>>} */
export async function plantedDocuments(/** @type {string} */ folder) {
  const bundle = await rolldown({ input: 'src/documents/planted.testing.ts', platform: 'node' });
  const file = join(folder, 'planted.mjs');
  await bundle.write({ file, format: 'esm' });
  return (await import(pathToFileURL(file).href)).DOCUMENTS;
}

/** @param {string} path @param {string | Uint8Array} contents */
export function write(path, contents) {
  writeFileSync(path, contents);
  return path;
}

/** @param {string} path */
export const bytesOf = (path) => new Uint8Array(readFileSync(path));
