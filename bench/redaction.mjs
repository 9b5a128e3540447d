// Documents of LibreOffice, Chromium and the tests with planted names in English, German, Arabic and Vietnamese: read, redacted, searched by
// other programs, restored.
//
//   npm run build:library && node bench/redaction.mjs [--documents 200] [--no-office] [--keep DIR] [--json]
//
// Read: the share of tokens that are in the text at their offsets, by format. Redacted: each document with the first occurrence of its
// names as entities; no word of a name may be in what `unzip -p`, `strings` and the text export of LibreOffice find in the result. Restored:
// the text must be that of the document. Without LibreOffice (Debian: libreoffice-writer-nogui, libreoffice-calc-nogui), its formats are
// left out.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { printTable, rounded } from './lib/table.mjs';
import {
  bytesOf,
  convert,
  flatSheet,
  flatText,
  plantedAt,
  plantedDocuments,
  printAll,
  printedPage,
  write,
} from './redaction/documents.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '200' },
    'no-office': { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const isCommand = (/** @type {string} */ name) => spawnSync('which', [name], { stdio: 'ignore' }).status === 0;
const hasOffice = !values['no-office'] && isCommand('soffice');
const { readDocument, redactDocument, redactionProject, restoreDocument } = await import(
  pathToFileURL('dist-library/index.mjs').href
);
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'tagsmith-redaction-'));
const made = (/** @type {string} */ name) => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
try {
  const report = { office: hasOffice, read: await readAll(), redacted: await redactAll(Number(values.documents)) };
  if (values.json) console.log(JSON.stringify(report));
  else print(report);
  if (report.redacted.leaks.length + report.redacted.failed.length + report.redacted.unrestored.length > 0)
    process.exitCode = 1;
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

/** The share of tokens that are read as written, by format and language. */
async function readAll() {
  const source = made('read');
  const all = Array.from({ length: 12 }, (_, i) => plantedAt(i));
  const texts = all.map((planted, i) => write(join(source, `${planted.language}-${i}.fodt`), flatText(planted)));
  if (hasOffice) for (const to of ['docx', 'odt', 'pdf']) convert(to, join(source, to), texts, folder);
  await printAll(
    Object.fromEntries(
      all.map((planted, i) => [join(made('read/print'), `${planted.language}-${i}.pdf`), printedPage(planted)]),
    ),
  );
  all.forEach((planted, i) => {
    write(join(made('read/html'), `${planted.language}-${i}.html`), printedPage(planted));
    const lines = [`# ${planted.lead} ${planted.person}`, ...planted.paragraphs];
    write(join(made('read/text'), `${planted.language}-${i}.md`), lines.join('\n\n'));
    const fields =
      'From: a@example.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit';
    write(join(made('read/mail'), `${planted.language}-${i}.eml`), `${fields}\n\n${lines.slice(1).join('\n\n')}\n`);
  });
  /** @type {Record<string, number>} */
  const shares = {};
  const formats = ['print', 'html', 'text', 'mail', ...(hasOffice ? ['docx', 'odt', 'pdf'] : [])];
  for (const format of formats) {
    for (const language of ['en', 'de', 'ar', 'vi']) {
      let [right, of] = [0, 0];
      for (const name of readdirSync(join(source, format)).filter((one) => one.startsWith(language))) {
        const planted = plantedAt(Number(/-(\d+)\./.exec(name)?.[1]));
        const document = await readDocument({ name, data: bytesOf(join(source, format, name)) });
        const expected = planted.paragraphs.flatMap((paragraph) => paragraph.split(' '));
        // Tokens with their offsets: what is there, in the order of the text.
        const found = Array.from(document.text.matchAll(/\S+/g), ([token]) => token);
        right += commonLength(expected, found);
        of += expected.length;
      }
      shares[`${format} ${language}`] = right / of;
    }
  }
  return shares;
}

/** Length of the longest common subsequence. @param {string[]} a @param {string[]} b */
function commonLength(a, b) {
  let row = new Uint32Array(b.length + 1);
  for (const one of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 0; j < b.length; j++)
      next[j + 1] = one === b[j] ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
}

/** @param {number} count */
async function redactAll(count) {
  const source = made('source');
  const planted = await plantedDocuments(folder);
  const own = Object.keys(planted);
  const office = hasOffice ? ['docx', 'odt', 'xlsx', 'ods'] : [];
  const kinds = [...own, ...office];
  const people = Math.ceil(count / kinds.length);
  for (const to of office) {
    const isSheet = to === 'xlsx' || to === 'ods';
    const flat = made(`flat-${to}`);
    const files = Array.from({ length: people }, (_, i) =>
      write(
        join(flat, `office-${i}.${isSheet ? 'fods' : 'fodt'}`),
        isSheet ? flatSheet(plantedAt(i)) : flatText(plantedAt(i)),
      ),
    );
    convert(to, source, files, folder);
  }
  for (const kind of own) {
    for (let i = 0; i < people; i++) {
      const { name, bytes } = planted[kind]?.(plantedAt(i)) ?? { name: '', bytes: new Uint8Array() };
      write(join(source, `${parse(name).name}-${i}${extname(name)}`), bytes);
    }
  }
  const result = {
    documents: 0,
    leaks: /** @type {string[]} */ ([]),
    failed: /** @type {string[]} */ ([]),
    unrestored: /** @type {string[]} */ ([]),
  };
  const out = made('redacted');
  for (const name of readdirSync(source)) {
    const names = plantedAt(Number(/-(\d+)\./.exec(name)?.[1]));
    const passphrase = 'correct horse';
    try {
      const document = await readDocument({ name, data: bytesOf(join(source, name)) });
      const entities = [
        ['PER', names.person],
        ['LOC', names.place],
      ].flatMap(([type, text = '']) => {
        const start = document.text.indexOf(text);
        return start < 0 ? [] : [{ type, start, end: start + text.length }];
      });
      const project = await redactionProject({ passphrase });
      const written = await redactDocument(
        document,
        entities.toSorted((a, b) => a.start - b.start),
        { as: 'pseudonym', project },
      );
      write(join(out, name), written.bytes);
      result.documents++;
      const key = { name: 'a.key', data: project.keyFile };
      const restored = await restoreDocument({ name: written.name, data: written.bytes }, { key, passphrase });
      const again = await readDocument({ name: written.name, data: restored.bytes });
      const visible = (/** @type {{ paragraphs: { text: string, isHidden?: boolean }[] }} */ { paragraphs }) =>
        paragraphs
          .filter(({ isHidden }) => isHidden !== true)
          .map(({ text }) => text)
          .join('\n');
      if (visible(document) !== visible(again)) result.unrestored.push(name);
    } catch (error) {
      result.failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (hasOffice) {
    const files = readdirSync(out).map((name) => join(out, name));
    convert(
      'txt:Text (encoded):UTF8',
      join(folder, 'export'),
      files.filter((path) => /office-\d+\.(docx|odt)$/.test(path)),
      folder,
    );
    convert(
      'csv',
      join(folder, 'export'),
      files.filter((path) => /office-\d+\.(xlsx|ods)$/.test(path)),
      folder,
    );
  }
  for (const name of readdirSync(out)) {
    const { person, place } = plantedAt(Number(/-(\d+)\./.exec(name)?.[1]));
    const words = `${person} ${place}`
      .toLowerCase()
      .split(/[^\p{L}\p{M}]+/u)
      .filter((word) => word.length > 2);
    for (const [tool, text] of Object.entries(textsOf(join(out, name)))) {
      const folded = text.toLowerCase();
      for (const word of words)
        if (new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(folded))
          result.leaks.push(`${name}: ${word} (${tool})`);
    }
  }
  if (hasOffice) {
    const exported = readdirSync(join(folder, 'export'));
    const expected = readdirSync(out).filter((name) => name.startsWith('office-')).length;
    const stems = readdirSync(out).filter((name) => name.startsWith('office-') && /docx|xlsx/.test(name));
    if (exported.length < stems.length)
      result.failed.push(`LibreOffice opened ${exported.length} of ${expected} results`);
    for (const name of exported) {
      const { person, place } = plantedAt(Number(/-(\d+)\./.exec(name)?.[1]));
      const text = readFileSync(join(folder, 'export', name), 'utf8').toLowerCase();
      for (const word of `${person} ${place}`.toLowerCase().split(/[^\p{L}\p{M}]+/u))
        if (word.length > 2 && new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(text))
          result.leaks.push(`${name}: ${word} (LibreOffice)`);
    }
  }
  return result;
}

/** What other programs find in a file. @param {string} path @returns {Record<string, string>} */
function textsOf(path) {
  const options = /** @type {const} */ ({ encoding: 'utf8', maxBuffer: 1 << 28 });
  const isArchive = /\.(docx|odt|xlsx|ods)$/.test(path);
  const raw = isArchive ? execFileSync('unzip', ['-p', path], options) : readFileSync(path, 'utf8');
  return {
    'unzip -p': raw,
    'without tags': raw.replaceAll(/<[^>]*>/g, ''),
    decoded: raw.replaceAll(/(?:%[\dA-F]{2})+/gi, (octets) => {
      try {
        return decodeURIComponent(octets);
      } catch {
        return octets;
      }
    }),
    strings: ['S', 'l'].map((encoding) => execFileSync('strings', ['-e', encoding, path], options)).join('\n'),
  };
}

/** @param {{ office: boolean, read: Record<string, number>, redacted: Awaited<ReturnType<typeof redactAll>> }} report */
function print({ office, read, redacted: { documents, leaks, failed, unrestored } }) {
  printTable(
    'tokens as written',
    ['format', 'share'],
    Object.entries(read).map(([name, share]) => [name, rounded(share, 4)]),
  );
  console.log(
    `${documents} documents redacted${office ? '' : ', without LibreOffice'}: ${leaks.length} names found, ${failed.length} not written, ${unrestored.length} not restored`,
  );
  for (const line of [...leaks.slice(0, 20), ...failed.slice(0, 20), ...unrestored.slice(0, 20)])
    console.log(`  ${line}`);
}
