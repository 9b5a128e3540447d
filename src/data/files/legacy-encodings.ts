import { LEGACY_ENCODINGS, type LegacyEncoding } from '../encodings.ts';
import { isUtf8, WINDOW } from './text-lines.ts';

const LATIN_2 = ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'];
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюяё';
const CYRILLIC_ALL = [
  CYRILLIC,
  'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  'абвгдђѓежзѕијклљмнњопрстћќуфхцчџш',
];
const WESTERN = [
  'äöüß', // German
  'àâæçéèêëîïôœùûüÿ', // French
  'áéíñóúü', // Spanish
  'áâãàçéêíóôõú', // Portuguese
  'àèéìíîòóùú', // Italian
  'áçàèéíïòóúü', // Catalan
  'áéèëêïöóüä', // Dutch
  'æøåéíóäöüšž', // Danish, Norwegian, Swedish, Finnish
  'áðéíóúýþæöø', // Icelandic, Faroese
  'äõöüšž', // Estonian
  'çë', // Albanian
  'âêîôûäëïöúáéèóà', // Welsh, Afrikaans
];

/**
 * The letters beyond ASCII of the languages that are written in an encoding, one language each: a text has those of one, and few others. Of
 * Chinese, Japanese and Korean, the bytes of usual characters: the first ones between those of either end, the second ones likewise.
 */
const ALPHABETS: Readonly<Record<LegacyEncoding, readonly (string | { pairs: string })[]>> = {
  'windows-1250': LATIN_2,
  'iso-8859-2': LATIN_2,
  // Hebrew letters are small Cyrillic ones elsewhere, but not the other way round.
  'windows-1255': ['אבגדהוזחטיךכלםמןנסעףפץצקרשת־׳״'],
  'windows-1251': CYRILLIC_ALL,
  'koi8-r': [CYRILLIC],
  'koi8-u': [CYRILLIC_ALL[1]!],
  ibm866: [CYRILLIC],
  'windows-1253': ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ'],
  'windows-1254': ['çğıöşüâîûi'],
  'windows-1256': ['ءآأؤإئابةتثجحخدذرزسشصضطظعغـفقكلمنهوىيپٹچژڈگکڑںھہے'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
  'windows-1258': ['ăâđêôơưàáèéêíóôùú\u0300\u0301\u0303\u0309\u0323'],
  'windows-874': ['กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืฺุูเแโใไๆ็่้๊๋์'],
  // Syllables and characters of one are, elsewhere, characters of the next, too.
  'euc-kr': [{ pairs: 'a1a1-a1fe b0a1-c8fe' }], // Hangul
  gb18030: [{ pairs: 'a1a1-a3fe b0a1-d7fe' }], // GB 2312, level 1
  shift_jis: [{ pairs: '8140-83fc 8840-98fc' }], // kana; JIS X 0208, level 1
  'euc-jp': [{ pairs: 'a1a1-a1fe a4a1-a5fe b0a1-cffe' }], // the same
  big5: [{ pairs: 'a140-a1fe a440-c6fe' }], // level 1
  // Rarer: the others come first where a text may be in either.
  'iso-8859-5': CYRILLIC_ALL,
  'x-mac-cyrillic': CYRILLIC_ALL,
  macintosh: WESTERN,
  'windows-1252': WESTERN,
};

/** An encoding that a file may have, with its first word beyond ASCII as it would read. */
export interface EncodingChoice {
  encoding: LegacyEncoding;
  title: string;
  sample: string;
}

/** Bytes of lines beyond ASCII that are looked at. */
const SAMPLED = 16 * 1024;
const MOST_CHOICES = 5;
const LEAST_SCORE = 0.2;
/** Of the likeliest one: bytes that are not text have less. */
const LEAST_BEST = 0.75;
/** By how much another encoding must be likelier than Windows-1252. */
const MARGIN = 0.03;
/** With fewer letters, one that is usual in Windows-1252 is enough for it. */
const FEW_LETTERS = 4;
/** Decodes everything, and is always offered. */
const LAST: LegacyEncoding = 'windows-1252';

/**
 * The encodings that a text may have which is neither UTF-8 nor looks like a Western European language in Windows-1252, likeliest first; none
 * for other files.
 */
export function encodingChoices(bytes: Uint8Array): EncodingChoice[] {
  const sample = isUtf8(bytes) ? undefined : sampleOf(bytes);
  if (sample === undefined || isMostlyUtf8(sample)) return [];
  const all = (Object.keys(ALPHABETS) as LegacyEncoding[]).flatMap((encoding) => {
    const text = decoded(sample, encoding);
    return text === undefined ? [] : [{ encoding, text, ...scoreOf(text, encoding) }];
  });
  const western = all.find(({ encoding }) => encoding === LAST)!;
  const others = all.filter((one) => one !== western).toSorted((a, b) => b.score - a.score);
  const best = others[0]?.score ?? 0;
  const isWestern = best <= western.score + MARGIN || (western.total < FEW_LETTERS && western.score > 0);
  if (best < LEAST_BEST || isWestern) return [];
  const likely = others.filter(({ score }) => score > LEAST_SCORE).slice(0, MOST_CHOICES);
  return [...likely, western].map(({ encoding, text }) => ({
    encoding,
    title: LEGACY_ENCODINGS[encoding],
    sample: wordIn(text),
  }));
}

/** The first word beyond ASCII in each encoding that the bytes may be in; a text without such characters has none. */
export function encodingSamples(bytes: Uint8Array): { encoding: LegacyEncoding; sample: string }[] {
  const sample = sampleOf(bytes);
  if (sample === undefined) return [];
  return (Object.keys(LEGACY_ENCODINGS) as LegacyEncoding[]).flatMap((encoding) => {
    const text = decoded(sample, encoding);
    return text === undefined ? [] : [{ encoding, sample: wordIn(text) }];
  });
}

const LINE_FEED = 10;

/** The first lines with bytes beyond ASCII; undefined if there is a zero byte, as in UTF-16 and binary data. */
function sampleOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (bytes.subarray(0, WINDOW).includes(0)) return undefined;
  const parts: number[] = [];
  let start = 0;
  while (start < bytes.length && parts.length < SAMPLED) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(start, Math.min(end, start + SAMPLED));
    if (line.some((byte) => byte > 0x7f)) for (const byte of line) parts.push(byte);
    start = end;
  }
  return parts.length === 0 ? undefined : Uint8Array.from(parts);
}

/** Node 20 decodes Windows-1252 as ISO 8859-1, unless as a stream. */
export function decodeLegacy(bytes: Uint8Array, encoding: LegacyEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}

/** Undefined if the text has bytes that the encoding does not know. */
function decoded(sample: Uint8Array, encoding: LegacyEncoding): string | undefined {
  const text = decodeLegacy(sample, encoding);
  // A long line may be cut within a character.
  return encoding !== LAST && UNKNOWN.test(text.slice(0, -1)) ? undefined : text;
}

/** What bytes become that an encoding does not know. */
const UNKNOWN = /[\uFFFD\u0080-\u009F]/;

/** Whether bytes are UTF-8, also if it is damaged: then it has more characters beyond ASCII that are valid than ones that are not. */
export function isMostlyUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample);
  const invalid = text.split('\uFFFD').length - 1;
  const valid = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
  return valid >= invalid;
}

/** Signs within words: apostrophes, the middle dot of Catalan, soft hyphens, joiners. */
const WITHIN = /[’‘´·\u00AD\u200C\u200D]/;
/** Signs between words, which are the same in most encodings. */
const SIGNS = /[«»‹›“”„‚‘’…–—•°§£€©®™½¼¾·¿¡²³×ªº\u00A0]/;

/** Signs that are no part of words, as they say nothing about the encoding. */
function isSign(text: string, at: number): boolean {
  const sign = text[at]!;
  if (WITHIN.test(sign)) return true;
  const [before, after] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
  return SIGNS.test(sign) && !(/\p{L}/u.test(after) && (/\p{L}/u.test(before) || sign === '£')); // Ł in Windows-1250
}

const OTHER_ALPHABET = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
/** Capitals after small letters, of which one is beyond ASCII and none of them an escape of JSON, and two alphabets in a word. */
const ODD = new RegExp(
  String.raw`(?![a-z])\p{Ll}\p{Lu}|(?<!\\)[a-z](?![A-Z])\p{Lu}|(?<!\\)[A-Za-z]${OTHER_ALPHABET}|${OTHER_ALPHABET}[A-Za-z]`,
  'gu',
);
/** Thai vowels and marks where no consonant is. */
const ODD_THAI = /(?<![ก-ฮ\u0E31-\u0E4E])[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]|[เ-ไ](?![ก-ฮ])|[\u0E31\u0E34-\u0E3A]{2}/g;
/** Vietnamese marks after what is no vowel, and đ within a word. */
const ODD_VIETNAMESE = /(?<![aăâeêioôơuưy])[\u0300\u0301\u0303\u0309\u0323]|(?<=\p{L})đ/giu;
/** Letters beyond ASCII that follow each other, which they hardly do in Western European languages. */
const LONG_RUN = /(?:(?![\0-\u007Fªº])\p{L}){3,}/gu;
/** Words in capitals are rarer than others. */
const CAPITALS = 0.05;
/** Signs right before words in small letters are rarer: in a wrong encoding, they may be capitals. */
const SIGN_BEFORE_SMALL = 0.1;
const BEFORE_SMALL = /^\P{L}(?![a-z])\p{Ll}/u;

/** The share of the characters beyond ASCII, without signs, that are letters of one language, less that of what a wrong encoding shows. */
function scoreOf(text: string, encoding: LegacyEncoding): { score: number; total: number } {
  const counts = new Map<string, number>();
  let total = 0;
  let capitals = 0;
  let signs = 0; // before words in small letters
  for (const { 0: character, index } of text.matchAll(BEYOND_ASCII)) {
    if (isSign(text, index)) {
      if (BEFORE_SMALL.test((text[index - 1] ?? ' ') + (text[index + 1] ?? ' '))) signs++;
      continue;
    }
    const letter = [...character.toLowerCase()][0]!; // of İ: i and a dot
    if (letter !== character && /\p{Lu}/u.test(text[index - 1] ?? '')) capitals++;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
    total++;
  }
  if (total === 0) return { score: 1, total };
  const runs = encoding === LAST ? (text.match(LONG_RUN) ?? []) : [];
  const vietnamese = encoding === 'windows-1258' ? (text.match(ODD_VIETNAMESE) ?? []) : [];
  const wrong = [text.match(ODD) ?? [], text.match(ODD_THAI) ?? [], vietnamese, runs.join('')];
  const odd = wrong.reduce((sum, { length }) => sum + length, 0);
  const usual = alphabetsOf(encoding).map((alphabet) =>
    [...counts].reduce((sum, [letter, count]) => sum + (alphabet.has(letter) ? count : 0), 0),
  );
  const rare = CAPITALS * capitals + SIGN_BEFORE_SMALL * signs;
  return { score: (Math.max(...usual) - 2 * odd - rare) / total, total };
}

const alphabets = new Map<LegacyEncoding, ReadonlySet<string>[]>();

function alphabetsOf(encoding: LegacyEncoding): ReadonlySet<string>[] {
  let known = alphabets.get(encoding);
  if (known === undefined) {
    known = ALPHABETS[encoding].map((alphabet) =>
      typeof alphabet === 'string' ? new Set(alphabet) : charactersIn(encoding, alphabet),
    );
    alphabets.set(encoding, known);
  }
  return known;
}

function charactersIn(encoding: LegacyEncoding, { pairs }: { pairs: string }): Set<string> {
  const bytes: number[] = [];
  for (const ends of pairs.split(' ')) {
    const [first, from, last, to] = ends.match(/[\da-f]{2}/g)!.map((hex) => Number.parseInt(hex, 16)) as [number, number, number, number]; // prettier-ignore
    for (let lead = first; lead <= last; lead++)
      for (let trail = from; trail <= to; trail++) bytes.push(lead, trail, LINE_FEED);
  }
  return new Set(decodeLegacy(Uint8Array.from(bytes), encoding));
}

/** Characters of a word in a choice. */
const SHOWN = 20;

/** The first word with a character beyond ASCII. */
function wordIn(text: string): string {
  return (/[^\s,;:"{}[\]]*[^\0-\u007F\s][^\s,;:"{}[\]]*/.exec(text)?.[0] ?? '').slice(0, SHOWN);
}

/**
 * Text to bytes. The encoders are made of the decoders, as browsers have no others.
 *
 * @param lacking what is written for a character that the encoding lacks, or writes in more than two bytes (GB 18030, EUC-JP)
 */
export function legacyEncoder(
  encoding: LegacyEncoding,
  lacking: (character: string) => string = () => '?',
): (text: string) => Uint8Array<ArrayBuffer> {
  const bytesOf = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]) => {
    const text = decodeLegacy(Uint8Array.from(bytes), encoding);
    if ([...text].length === 1 && text !== '\uFFFD' && !bytesOf.has(text)) bytesOf.set(text, bytes);
  };
  for (let first = 0; first < 256; first++) learn(first);
  const lastLead = MULTIBYTE.test(encoding) ? 0xfe : 0;
  for (let first = 0x81; first <= lastLead; first++) {
    for (let second = 0x40; second < 0xff; second++) learn(first, second);
  }
  return (text) => {
    const known = text.replaceAll(BEYOND_ASCII, (character) =>
      bytesOf.has(character) ? character : lacking(character),
    );
    const bytes = new Uint8Array(2 * known.length);
    let at = 0;
    for (const character of known) for (const byte of bytesOf.get(character)!) bytes[at++] = byte;
    return bytes.slice(0, at);
  };
}

const BEYOND_ASCII = /[^\0-\u007F]/gu;
/** Encodings in which two bytes are a character. */
const MULTIBYTE = /^(shift_jis|euc-|gb|big5)/;
