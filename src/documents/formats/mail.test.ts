import { expect, test } from 'vitest';
import type { Entity } from '../redaction/plan.ts';
import { Pseudonyms } from '../redaction/pseudonyms.ts';
import { redactDocument } from '../redaction/redact-document.ts';
import { openDocument } from '../registry.ts';

/** A mail with a byte for each character. */
const mail = (name: string, ...lines: string[]) => ({
  name,
  bytes: Uint8Array.from(lines.join('\r\n'), (letter) => letter.charCodeAt(0)),
});

const textsOf = async (file: ReturnType<typeof mail>) => (await openDocument(file)).blocks.map(({ text }) => text);

/** The texts of a mail, and the whole of it, without a person. */
async function redacted(file: ReturnType<typeof mail>, person: string) {
  const document = await openDocument(file);
  const block = document.blocks.findIndex(({ text }) => text.includes(person));
  const start = document.blocks[block]!.text.indexOf(person);
  const entity: Entity = { block, start, end: start + person.length, type: 'PER', probability: 1, by: 'model' };
  const { bytes } = await redactDocument(document, [entity], { others: 'label', byType: {} }, new Pseudonyms());
  return { texts: await textsOf({ name: file.name, bytes }), source: new TextDecoder().decode(bytes) };
}

test.each(['Received: from x', 'From: Ada Vale', 'Subject: Hello'])('a mail without parts: %s first', async (first) => {
  const { texts, source } = await redacted(mail('a.eml', first, 'To: x', '', 'Ada Vale came.'), 'Ada Vale');
  expect(texts.at(-1)).toBe('[PER] came.');
  expect(source).not.toMatch(/received/i);
});

test('space before a soft line break is part of the text; what follows the sign is not', async () => {
  const fields = ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable', ''];
  expect(await textsOf(mail('a.eml', ...fields, 'Ada =', 'Va= ', 'le came.'))).toEqual(['Ada Vale came.']);
});

test('HTML in another encoding, which it declares as well, is decoded once', async () => {
  const page = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>J\u00fcrgen Gro\u00df';
  const file = mail('a.eml', 'Content-Type: text/html; charset=iso-8859-1', '', page);
  expect(await textsOf(file)).toEqual(['J\u00fcrgen Gro\u00df']);
});

test('of addresses only the names are encoded, so that mail programs find the addresses', async () => {
  const list = '=?utf-8?Q?J=C3=BCrgen_Gro=C3=9F?= <jg@x.org>, "=?utf-8?Q?Gro=C3=9F=2C_J?=" <j@x.org>, <k@x.org>';
  const { texts, source } = await redacted(mail('a.eml', `To: Ada Vale <v@x.org>, ${list}`, '', 'Hello.'), 'Ada Vale');
  expect(texts[0]).toBe('[PER] <v@x.org>, J\u00fcrgen Gro\u00df <jg@x.org>, "Gro\u00df, J" <j@x.org>, <k@x.org>');
  expect(source).toMatch(
    /^To: \[PER\] <v@x\.org>, =\?utf-8\?B\?[\w+/=]+\?= <jg@x\.org>, "=\?[^<>]+\?=, J" <j@x\.org>, <k@x\.org>\r$/m,
  );
});

test('a boundary that begins like another one', async () => {
  const inner = ['--cut-2', '', 'one', '--cut-2', 'Content-Type: text/html', '', '<p>two</p>', '--cut-2--'];
  const file = mail(
    'a.eml',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: multipart/alternative; boundary="cut-2"',
    '',
    ...inner,
    '--cut',
    '',
    'three',
    '--cut--',
  );
  expect(await textsOf(file)).toEqual(['one', 'two', 'three']);
});

test('names of attachments and the senders of a mailbox are removed', async () => {
  const { texts, source } = await redacted(
    mail(
      'a.mbox',
      'From ada.vale@example.org Mon Jan  1 00:00:00 2024',
      'Subject: Ada Vale',
      'Content-Type: multipart/mixed; boundary=cut',
      '',
      '--cut',
      'Content-Type: application/pdf; name="Ada Vale.pdf"',
      "Content-Disposition: attachment; filename*=utf-8''J%C3%BCrgen.pdf",
      '',
      '--cut--',
      'From x@example.org Mon Jan  1 00:00:00 2024',
      'Subject: again',
      '',
      'Vale came.',
      '',
    ),
    'Ada Vale',
  );
  expect(texts).toEqual(['[PER]', 'again', '[PER] came.']);
  expect(source).not.toMatch(/example|pdf/);
});
