import type { EncodingReading } from '../../data/encodings.ts';
import { decodeWithEncoding, encodingReading } from '../../data/files/decode-text.ts';
import { encodingSamples } from '../../data/files/legacy-encodings.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import type { DocumentFile } from '../document.ts';

interface Decoded {
  text: string;
  isUtf8: boolean;
  encoding: EncodingReading | undefined;
  /** What was guessed. */
  notes: string[];
}

/** The text of a file; not UTF-8, which has a note unless it was chosen, only if its bytes are not. @throws StudioError BadInput if it is no text */
export function decodeDocument({ name, bytes, encoding: chosen }: DocumentFile): Decoded {
  const log = new ProblemLog(name);
  const { text, encoding } = decodeWithEncoding(name, bytes, log, chosen);
  const [first] = log.sorted();
  return {
    text,
    isUtf8: encoding === 'utf-8',
    encoding: encodingReading(bytes, chosen),
    notes: first === undefined ? [] : [`Line ${first.line}: ${first.message}`],
  };
}

/** Where HTML declares its encoding (HTML standard, section 13.2.3.2). */
const DECLARED_WITHIN = 1024; // bytes

/** Byte order marks of UTF-8 and UTF-16, which count more than what a page declares. */
const MARK = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/** A page of HTML, in the encoding that was chosen, or that it declares: windows-1251, Shift_JIS, … */
export function decodeHtml(file: DocumentFile): Decoded {
  const head = new TextDecoder('latin1').decode(file.bytes.subarray(0, DECLARED_WITHIN));
  const declared = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w:-]+)/i.exec(head)?.[1];
  if (declared === undefined || MARK.test(head) || /^utf-?(8|16)/i.test(declared)) return decodeDocument(file);
  try {
    const decoder = new TextDecoder(declared, { fatal: true });
    const text = decoder.decode(file.bytes);
    const samples = encodingSamples(file.bytes);
    const isPlain = samples.length === 0; // ASCII is the same in all of them
    const encoding = isPlain ? undefined : { guess: decoder.encoding, chosen: file.encoding, samples };
    if (file.encoding === undefined) return { text, isUtf8: false, encoding, notes: [] };
    return { ...decodeDocument(file), encoding };
  } catch {
    const decoded = decodeDocument(file); // an unknown name, or not what the bytes are
    const { guess = 'utf-8', chosen } = decoded.encoding ?? {};
    if (chosen !== undefined) return decoded;
    const note = `The page declares the encoding ${declared}, which does not fit; it was read as ${guess}. If words look wrong, choose another encoding, or save it as UTF-8.`;
    return { ...decoded, notes: [note] };
  }
}
