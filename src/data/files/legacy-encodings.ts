import { LEGACY_ENCODINGS, type LegacyEncoding } from '../encodings.ts';
import { isUtf8, WINDOW } from './text-lines.ts';

/** Letters that are usual in texts of an encoding. */
const USUAL: Readonly<Record<LegacyEncoding, RegExp>> = {
  'windows-1250': /[ąćęłńóśźżčďěňřšťůžáéíýúőűöüäôľăâîşţđ]/i,
  'iso-8859-2': /[ąćęłńóśźżčďěňřšťůžáéíýúőűöüäôľăâîşţđ]/i,
  'windows-1251': /[а-яёіїєґђћџљњј]/i,
  'koi8-r': /[а-яё]/i,
  ibm866: /[а-яё]/i,
  'windows-1253': /[α-ωάέήίόύώϊϋΐΰ]/i,
  'windows-1254': /[çğıöşüİ]/i,
  'windows-1255': /[א-ת]/,
  'windows-1256': /[ء-ي]/,
  'windows-1257': /[āčēģīķļņšūžąęėįųõäöü]/i,
  'windows-874': /[ก-๙]/,
  shift_jis: /[ぁ-んァ-ヶー、。の]/,
  'euc-jp': /[ぁ-んァ-ヶー、。の]/,
  'euc-kr': /[가-힣]/,
  gb18030: /[的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可，。]/,
  big5: /[的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可，。]/,
  'windows-1252': /[a-zà-öø-ÿœ]/i,
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
/** Of the likeliest one: sentences have at least 0.84, bytes that are not text at most 0.67. */
const LEAST_BEST = 0.75;
/** Decodes everything, and is always offered. */
const LAST: LegacyEncoding = 'windows-1252';
/**
 * Chinese has more usual characters than are listed, and Japanese has Chinese ones. All Hebrew letters are small Cyrillic ones elsewhere, but not
 * the other way round.
 */
const WEIGHT: Partial<Record<LegacyEncoding, number>> = {
  gb18030: 4,
  big5: 4,
  shift_jis: 2.5,
  'euc-jp': 2.5,
  'windows-1255': 1.01,
};

/**
 * The encodings that a text may have which is neither UTF-8 nor looks like a Western European language in Windows-1252, likeliest first; none
 * for other files.
 */
export function encodingChoices(bytes: Uint8Array): EncodingChoice[] {
  const sample = isUtf8(bytes) ? undefined : sampleOf(bytes);
  if (sample === undefined || isMostlyUtf8(sample) || isWestern(decoded(sample, 'windows-1252')!)) return [];
  const choices = (Object.keys(USUAL) as LegacyEncoding[])
    .flatMap((encoding) => {
      const text = decoded(sample, encoding);
      if (text === undefined) return [];
      const score = encoding === LAST ? 0 : scoreOf(text, USUAL[encoding]) * (WEIGHT[encoding] ?? 1);
      return [{ encoding, title: LEGACY_ENCODINGS[encoding], sample: wordIn(text), score }];
    })
    .sort((a, b) => b.score - a.score)
    .filter(({ score, encoding }, i) => encoding === LAST || (i < MOST_CHOICES && score > LEAST_SCORE));
  if (choices[0]!.score < LEAST_BEST) return [];
  return choices.map(({ encoding, title, sample: word }) => ({ encoding, title, sample: word }));
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

/** Letters of Western European languages, of which hardly two follow each other. */
const WESTERN = /^[à-öø-ÿÀ-ÖØ-Þßœ]{1,2}$/;
/** Signs within words: apostrophes, the middle dot of Catalan, soft hyphens. */
const WITHIN = /^[’‘´·\u00AD-]+$/;
/** Signs between words. */
const SIGNS = /^[«»‹›“”„‚‘’…–—•°§£€©®™½¼¾·¿¡²³×ªº\u00A0]+$/;
const IS_LETTER = /(?![ªº])\p{L}/u;
/** Letters, or signs, beyond ASCII that follow each other. */
const RUNS = /(?:(?![\0-\u007Fªº])\p{L})+|(?:(?![\0-\u007F])[ªº\P{L}])+/gu;
const LEAST_WESTERN = 0.9;

/** Whether a text in Windows-1252 looks like one, and not like one of another encoding with other letters in their places. */
function isWestern(text: string): boolean {
  const runs = [...text.matchAll(RUNS)];
  const letters = runs.map(([run]) => run).join('');
  const usual = runs.filter(({ 0: run, index }) => {
    const [before, after] = [text[index - 1] ?? ' ', text[index + run.length] ?? ' '];
    if (WESTERN.test(run) || WITHIN.test(run)) return true;
    const isWithin = IS_LETTER.test(after) && (IS_LETTER.test(before) || run.endsWith('£')); // Ł in Windows-1250
    return SIGNS.test(run) && !isWithin;
  });
  const charactersIn = (some: readonly RegExpExecArray[]) => some.reduce((sum, [run]) => sum + run.length, 0);
  if (charactersIn(usual) < LEAST_WESTERN * charactersIn(runs)) return false;
  const share = (signs: RegExp) => (letters.match(signs)?.length ?? 0) / letters.length;
  const isIcelandic = share(/[áíæö]/gi) > 0.2;
  const isTurkish = share(/[ýþð]/gi) > 0.1 && !isIcelandic;
  const isCzech = share(/ø/gi) > 0.03 && share(/[èíìý]/gi) > 0.1 && share(/[åð]/gi) === 0; // ř, č, í, ě
  const isCentral = share(/[šž]/gi) > 0.04 || isCzech;
  const isHungarian = share(/[õû]/gi) > 0.03 && share(/[öü]/gi) > 0.05 && share(/[ã]/gi) === 0;
  return !isTurkish && !isCentral && !isHungarian;
}

const OTHER_ALPHABET = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]`;
/** Capitals after small letters, of which one is beyond ASCII and none of them an escape of JSON, and two alphabets in a word. */
const ODD = new RegExp(
  String.raw`(?![a-z])\p{Ll}\p{Lu}|(?<!\\)[a-z](?![A-Z])\p{Lu}|(?<!\\)[A-Za-z]${OTHER_ALPHABET}|${OTHER_ALPHABET}[A-Za-z]`,
  'gu',
);
/** Letters of languages that do not occur together. */
const POLISH = /[ąęłśźż]/gi;
const CZECH = /[čďěřšťůž]/gi;

/** The share of the characters beyond ASCII that are usual, less that of signs of a wrong encoding. */
function scoreOf(text: string, usual: RegExp): number {
  const beyond = text.match(/[^\0-\u007F]/g) ?? [];
  const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
  const odd = count(ODD) + Math.min(count(POLISH), count(CZECH));
  return (beyond.filter((character) => usual.test(character)).length - 2 * odd) / Math.max(1, beyond.length);
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
