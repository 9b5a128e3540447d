// Where the tokenizer ends sentences, against corpora with sentences: their tokens are joined into running text, several sentences a line.
//
//   node bench/sentence-ends.mjs [--data FILE]… [--token 0] [--per-line 8] [--json]
//
// A file has columns with blank lines between sentences, or is CoNLL-U, whose `# text` is taken. Without files, the sentences below are
// measured: ours, in four languages, with what usually goes wrong in them. An end is counted by the characters before it that are no spaces.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    token: { type: 'string', default: '0' },
    'per-line': { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
  },
});
const perLine = Number(values['per-line']);

/** @type {Record<string, string[]>} */
const OURS = {
  English: [
    'Dr. Ada Vale of Tarn Corp. left at 5 p.m. on Jan. 3.',
    'She paid $3.50 (approx. 3 euros) for it.',
    '"Why?" he asked.',
    'The U.S. Senate met.',
    'See Fig. 2 and p. 14.',
    'Mr. J. R. Holt lives in St. Paul.',
    'It was No. 1 in 1998.',
    'He said: "Stop!"',
    'Visit www.norvik.example for more.',
    'The end came early.[1]',
    'Prices rose 2.5 percent, i.e. more than before.',
    'Inc. is an abbreviation.',
    'Was it Acme Inc.?',
    'They sang … and left.',
    'He works in the U.K. Nobody knows why.',
  ],
  German: [
    'Am 3. Mai kam Frau Dr. Ohlsen nach Köln.',
    'Im 19. Jahrhundert war das anders.',
    'Er zahlte ca. 3,50 Euro, d. h. zu viel.',
    'Vgl. S. 14 und Abb. 2.',
    'Die Nordbank AG, gegr. 1998, klagte.',
    '„Warum?“, fragte sie.',
    'Das ist z. B. in Österreich so.',
    'Der 1. FC Norvik gewann 2:1.',
    'Prof. Weiß kam um 10.30 Uhr.',
    'Es regnete.',
    'Sie wohnt in der Hauptstr. 5.',
    'Das kostet 1.000 Euro usw.',
    'Nr. 7 lebt!',
    'Er sagte: „Geh!“',
    'Bzw. er ging.',
  ],
  Spanish: [
    'El Sr. Ola Holt llegó a las 5 p. m. de ayer.',
    'La Dra. Vale vive en la Av. Norte, n.º 5.',
    '¿Por qué vino?',
    '¡No lo sé!',
    'Pagó 3.500 euros (aprox. 4.000 dólares).',
    'EE. UU. ganó por 2-1.',
    'Véase la pág. 14.',
    'Nació en el s. XIX.',
    'Dijo: «Vete».',
    'Ud. sabe más, etc.',
    'Llovía en Tarn.',
    'La empresa Norvik S. A. demandó a Tarn.',
    'El cap. 3 es largo.',
    'Son las 10.30 h.',
    'Fin.',
  ],
  Vietnamese: [
    'Bà Mai sống ở TP.HCM.',
    'Ông Nguyễn Văn A. đến Hà Nội ngày 3.5.',
    'Trời mưa.',
    'Giá là 3.500 đồng.',
    'Công ty AT&T.Inc ở Huế.',
    'GS.TS Trần nói: "Đi!"',
    'Tại sao?',
    'Anh ấy đi v.v.',
    'Q.1 rất đông.',
    'Xem tr. 14 và hình 2.',
    'Số 5 Tr. Phú là nhà tôi.',
    'Tôi dùng ASP.NET ở nhà.',
    'Th.S Lan không đến.',
    'Ngày 2.9.1945 là quốc khánh.',
    'Hết!',
  ],
};

const server = await createServer({
  configFile: false,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
});
/** @type {{ tokenize: (text: string) => { text: string, end: number }[][] }} */
const { tokenize } = /** @type {any} */ (await server.ssrLoadModule('/src/data/text/tokenizer.ts'));
const corpora =
  values.data.length > 0 ? values.data.map((file) => [basename(file), sentencesIn(file)]) : Object.entries(OURS);
for (const [name, sentences] of /** @type {[string, string[]][]} */ (corpora)) {
  const figures = { corpus: name, sentences: sentences.length, ...score(sentences) };
  console.log(
    values.json
      ? JSON.stringify(figures)
      : `${name}: ${figures.sentences} sentences, precision ${figures.precision}, recall ${figures.recall}, F1 ${figures.f1}`,
  );
}
await server.close();

/** @param {string[]} sentences */
function score(sentences) {
  let [right, found, expected] = [0, 0, 0];
  for (let first = 0; first < sentences.length; first += perLine) {
    const some = sentences.slice(first, first + perLine);
    const text = some.join(' ');
    const ends = new Set(
      tokenize(text).map((tokens) => visible(text.slice(0, /** @type {{ end: number }} */ (tokens.at(-1)).end))),
    );
    const gold = new Set(some.map((_, i) => visible(some.slice(0, i + 1).join(' '))));
    found += ends.size;
    expected += gold.size;
    right += [...ends].filter((end) => gold.has(end)).length;
  }
  const percent = (/** @type {number} */ share) => (100 * share).toFixed(2);
  const [precision, recall] = [right / found, right / expected];
  return {
    precision: percent(precision),
    recall: percent(recall),
    f1: percent((2 * precision * recall) / (precision + recall)),
  };
}

/** @param {string} text */
function visible(text) {
  return text.replace(/\s/gu, '').length;
}

/** @param {string} file */
function sentencesIn(file) {
  const text = readFileSync(file, 'utf8');
  const written = [...text.matchAll(/^# text = (.*)$/gm)].map(([, sentence]) => /** @type {string} */ (sentence));
  if (written.length > 0) return written;
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('-DOCSTART-')))
    .filter((lines) => lines.length > 0)
    .map((lines) => joined(lines.map((line) => /** @type {string} */ (line.split(/[\t ]/)[Number(values.token)]))));
}

/**
 * The tokens as they were printed, as far as usual rules tell.
 * @param {string[]} tokens
 */
function joined(tokens) {
  let [text, isOpen, isGlued] = ['', false, true];
  for (const token of tokens) {
    const isQuote = /^["'`]+$/.test(token);
    const closes = /^([,.;:!?%)\]}]|\.\.\.|'\w+|n't)$/.test(token) || (isQuote && isOpen);
    text += isGlued || closes ? token : ` ${token}`;
    if (isQuote) isOpen = !isOpen;
    isGlued = /^[([{$#]$/.test(token) || (isQuote && isOpen);
  }
  return text;
}
