import { encodingTitle } from '../../data/encodings.ts';
import { encodingReading } from '../../data/files/decode-text.ts';
import { requireWithin } from '../../data/files/limits.ts';
import { isUtf8 } from '../../data/files/text-lines.ts';
import type { Block, DocumentReader, Edit, OpenedDocument, Scrub } from '../document.ts';
import { applyPatches, type Patch } from '../markup/patches.ts';
import { editsByPart } from './edits-by-part.ts';
import { openHtml } from './html.ts';
import {
  bytesOfLatin1,
  bytesOfLeaf,
  decodeWords,
  latin1,
  readMime,
  textOfLeaf,
  writeField,
  writeTextPart,
  type HeaderField,
  type MimeLeaf,
  type MimeRange,
} from './mime.ts';
import { reader as text } from './text.ts';

/** Fields that are read; a redaction removes all others besides those that say how the mail is encoded. */
const READ = /^(from|to|cc|bcc|reply-to|sender|subject)$/;
const TECHNICAL = /^(date|mime-version|content-(type|transfer-encoding))$/;
/** Fields that a part with a text gets anew. */
const ENCODING = /^content-(type|transfer-encoding)$/;

/** A part of the source with blocks of its own, and how it is written. */
interface Piece {
  blocks: readonly Block[];
  /** @param edits `block` is an index of `blocks` */
  patches: (edits: readonly Edit[], scrub: Scrub | undefined) => Patch[];
}

/** Mails and mailboxes: subject, addresses, and texts as plain text and HTML. */
export const reader: DocumentReader = {
  async read({ name, bytes, encoding: chosen }): Promise<OpenedDocument> {
    requireWithin('corpusBytes', bytes.length, name);
    const source = latin1(bytes);
    const mails = mailsOf(source).map((range) => ({ range, ...readMime(source, range) }));
    const encoding = encodingReading(undeclaredBytes(source, mails), chosen);
    const undeclared = chosen ?? encoding?.guess ?? 'utf-8';
    const pieces: Piece[] = [];
    const removed: Patch[] = [];
    let attachments = 0;
    for (const [m, { range, fields, leaves }] of mails.entries()) {
      const prefix = mails.length === 1 ? '' : `mail ${m + 1}, `;
      for (const field of fields) if (READ.test(field.name)) pieces.push(fieldPiece(source, field, prefix, undeclared));
      for (const field of [...fields, ...leaves.flatMap((leaf) => leaf.fields)]) {
        if (!READ.test(field.name) && !TECHNICAL.test(field.name))
          removed.push({ start: field.start, end: field.end, text: '' });
      }
      for (const leaf of leaves) {
        if (!leaf.isAttachment) pieces.push(await leafPiece(source, leaf, prefix, undeclared));
        else {
          if (source.slice(leaf.body.start, leaf.body.end).trim() !== '') attachments++;
          removed.push(...partPatches(leaf, writeTextPart('text/plain', '')));
        }
      }
      const { line } = range;
      if (line < range.start) removed.push({ start: line, end: range.start, text: NO_SENDER });
    }
    const split = editsByPart(pieces);
    return {
      blocks: pieces.flatMap(({ blocks }) => blocks),
      notes: [
        ...(encoding === undefined || chosen !== undefined ? [] : [guessedNote(encoding.guess)]),
        ...(attachments === 0 ? [] : [`${attachments} of its attachments are not read; a redaction removes them.`]),
      ],
      encoding,
      write(edits, scrub) {
        const patches = split(edits).flatMap((own, i): Patch[] => {
          return own.length === 0 && scrub === undefined ? [] : pieces[i]!.patches(own, scrub);
        });
        const mail = applyPatches(source, [...(scrub === undefined ? [] : removed), ...patches]);
        return { extension: /\.[^.]*$/.exec(name)?.[0] ?? '.eml', bytes: bytesOfLatin1(mail) };
      },
    };
  },
};

function guessedNote(guess: string): string {
  return `Text that declares no encoding was read as ${encodingTitle(guess)}. If words look wrong, choose another encoding.`;
}

/** What is not UTF-8, and declares no encoding. */
function undeclaredBytes(source: string, mails: readonly ReturnType<typeof readMime>[]): Uint8Array<ArrayBuffer> {
  const parts = mails.flatMap(({ fields, leaves }) => [
    ...fields.filter(({ name }) => READ.test(name)).map(({ value }) => bytesOfLatin1(value)),
    ...leaves
      .filter(({ charset, isAttachment }) => charset === undefined && !isAttachment)
      .map((leaf) => bytesOfLeaf(source, leaf)),
  ]);
  return bytesOfLatin1(
    parts
      .filter((bytes) => !isUtf8(bytes))
      .map(latin1)
      .join('\n'),
  );
}

/** Separates mails in a mailbox; instead of the address of the sender (RFC 4155). */
const NO_SENDER = 'From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n';

/** The mails of a mailbox, and where the lines that separate them begin; a mail is a mailbox of one. */
function mailsOf(source: string): (MimeRange & { line: number })[] {
  if (!source.startsWith('From ')) return [{ line: 0, start: 0, end: source.length }];
  const borders = Array.from(source.matchAll(/^From .*\r?\n/gm), ({ 0: line, index }) => ({
    line: index,
    start: index + line.length,
  }));
  return borders.map(({ line, start }, i) => ({ line, start, end: borders[i + 1]?.line ?? source.length }));
}

function fieldPiece(
  source: string,
  { name, value, start, end }: HeaderField,
  prefix: string,
  undeclared: string,
): Piece {
  const written = decodeWords(value, undeclared);
  const title = /^[^:]*/.exec(source.slice(start, end))![0];
  return {
    blocks: written.trim() === '' ? [] : [{ text: written, place: prefix + name }],
    patches: (edits) => [{ start, end, text: writeField(title, edited(written, edits)) }],
  };
}

function edited(written: string, edits: readonly Edit[]): string {
  const patches = edits.map(({ start, end, type, replacement }) => {
    return { start, end, text: replacement ?? `[${written.slice(start, end)}](${type})` };
  });
  return applyPatches(written, patches);
}

async function leafPiece(source: string, leaf: MimeLeaf, prefix: string, undeclared: string): Promise<Piece> {
  const isHtml = leaf.type === 'text/html';
  const decoded = textOfLeaf(source, leaf, undeclared);
  const document = isHtml
    ? openHtml(decoded, '.html')
    : await text.read({ name: 'mail.txt', bytes: new TextEncoder().encode(decoded) });
  return {
    blocks: document.blocks.map((block) => ({ ...block, place: `${prefix}${isHtml ? 'HTML ' : ''}${block.place}` })),
    patches(edits, scrub) {
      const written = new TextDecoder().decode(document.write(edits, scrub).bytes);
      return partPatches(leaf, writeTextPart(leaf.type, written));
    },
  };
}

/** Replaces the contents of a part, and how they are encoded. */
function partPatches({ fields, part, body }: MimeLeaf, written: { fields: string; body: string }): Patch[] {
  const hasHeader = body.start > part.start;
  return [
    { start: part.start, end: part.start, text: `${written.fields}${hasHeader ? '' : '\r\n'}` },
    ...fields.filter(({ name }) => ENCODING.test(name)).map(({ start, end }) => ({ start, end, text: '' })),
    { ...body, text: written.body },
  ];
}
