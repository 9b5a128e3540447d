import { groupBy } from '../../../lib/group-by.ts';
import { nameIn, withoutExtension } from '../../../lib/paths.ts';
import { joinedFile, packedText, type JoinedJson } from '../../files/joined-file.ts';
import { decodeHead, type DecodedText } from '../../files/decode-text.ts';
import type { ArchivedFile, PackedFile } from '../../files/unpack-zip.ts';
import type { Bytes } from '../../../lib/units.ts';
import type { TableMention, TableOfMentions } from '../records/kinds/table-mentions.ts';
import { mentionLayout, mentionTable, placeOf, sampleOf, textOf, textsIn, type MentionLayout, type MentionTable } from './mention-columns.ts'; // prettier-ignore

/** Files that may be tables. Of many that end in .txt, none is: they are texts. */
const TABLE = /\.(?:csv|tsv|tab|tags|eval|in|list|spans)$/i;
const TEXT = /\.txt$/i;
const MAX_TEXTS = 20;
const HEAD: Bytes = 1 << 14;
/** Share of the rows whose text must be there. */
const MIN_SHARE = 0.9;

/** Texts by the names that a table has for them. */
interface Texts {
  find: (name: string) => Promise<NamedText | undefined>;
  /** All texts, if they are rows of a file: those that the table does not name have no mention. */
  all?: readonly NamedText[];
}

interface NamedText extends Pick<DecodedText, 'encoding'> {
  name: string;
  file: PackedFile;
  /** Such as a title and an abstract. */
  parts: readonly string[];
}

/**
 * Joins tables of mentions with their texts: rows with the name of a text, the place of a mention and its words, in any order and without usual
 * names, as of CHEMDNER, BioCreative II GM, S800, LINNAEUS and TAC KBP. What the columns hold is found by the texts, which have the words at
 * their places. The texts are files of these names, or rows of another file. A table and its texts become a JSON lines file. Other files stay as
 * they are.
 */
export async function joinMentionTables(files: readonly (PackedFile | ArchivedFile)[]): Promise<readonly PackedFile[]> {
  const areFew = files.filter(({ name }) => TEXT.test(name)).length <= MAX_TEXTS;
  const candidates = files.filter(({ name }) => TABLE.test(name) || (areFew && TEXT.test(name)));
  const used = new Set<PackedFile>();
  const joined: PackedFile[] = [];
  for (const file of files.length < 2 ? [] : candidates) {
    const head = decodeHead(new Uint8Array(await (await file.open()).slice(0, HEAD).arrayBuffer()));
    if (mentionTable(head.replace(/[^\n]*$/, '') || head) === undefined) continue;
    const table = mentionTable((await packedText(file)).text);
    const others = files.filter((other) => other !== file);
    const found = table && (await textsOf(table, others, candidates));
    if (table === undefined || found === undefined) continue;
    const { records, texts } = await documentsOf(table, found.layout, found.texts, nameIn(file.name));
    for (const own of [file, ...texts]) used.add(own);
    const name = `${withoutExtension(nameIn(file.name))}.jsonl`;
    joined.push({ name, open: () => Promise.resolve(joinedFile(name, records)) });
  }
  return used.size === 0 ? files : [...joined, ...files.filter((file) => !used.has(file))];
}

/** The texts that a table is about, and what its columns hold; undefined if no texts have its mentions. */
async function textsOf(
  table: MentionTable,
  others: readonly PackedFile[],
  candidates: readonly PackedFile[],
): Promise<{ texts: Texts; layout: MentionLayout } | undefined> {
  const sample = sampleOf(table);
  const rowsOf = others.filter((other) => candidates.includes(other)).map((other) => () => textsInRows(other));
  for (const read of [() => Promise.resolve(textsInFiles(others)), ...rowsOf]) {
    const texts = await read();
    if (texts === undefined) continue;
    for (const name of sample[0]!.keys()) {
      const found = await Promise.all(sample.map((row) => texts.find(row[name]!)));
      if (found.filter((text) => text !== undefined).length < MIN_SHARE * sample.length) continue;
      const own = found.map((text) => text?.parts);
      const layout = mentionLayout(table, sample, name, own);
      if (layout !== undefined) return { texts, layout };
    }
  }
  return undefined;
}

/** Files as texts, by their names with and without extension. */
function textsInFiles(files: readonly PackedFile[]): Texts {
  const byName = new Map<string, PackedFile>();
  for (const file of files) for (const name of [file.name, withoutExtension(file.name)]) byName.set(nameIn(name), file);
  const read = new Map<PackedFile, Promise<NamedText>>();
  return {
    find: async (name) => {
      const file = byName.get(name);
      if (file === undefined) return undefined;
      const text = read.get(file) ?? packedText(file).then(({ text, encoding }) => ({ name, file, parts: [text], encoding })); // prettier-ignore
      read.set(file, text);
      return text;
    },
  };
}

/** The rows of a file as texts: a name, and the parts of the text. Undefined if names repeat. */
async function textsInRows(file: PackedFile): Promise<Texts | undefined> {
  const { text, encoding } = await packedText(file);
  const all = text.split(/\r?\n/).flatMap((line) => {
    const [, name, rest] = /^(\S{1,200})[ \t]+(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, file, encoding, parts: rest!.split('\t') }];
  });
  const byName = new Map(all.map((own) => [own.name, own]));
  return byName.size < all.length ? undefined : { all, find: (name) => Promise.resolve(byName.get(name)) };
}

/** A record for each part of a text, as `records/table-mentions.ts` reads them. */
async function documentsOf(table: MentionTable, layout: MentionLayout, texts: Texts, name: string) {
  const byText = groupBy(table.rows, (row) => row[layout.name]!);
  const named = await Promise.all([...byText.keys()].map(texts.find));
  const found = texts.all ?? named.flatMap((text) => text ?? []);
  const known = new Set(found.map((text) => text.name));
  const type = layout.type === undefined ? undefined : (table.header?.[layout.type] ?? `column ${layout.type + 1}`);
  let lost = table.rows.filter((row) => !known.has(row[layout.name]!) || textOf(row, layout) < 0).length;
  const records = found.flatMap((text): JoinedJson[] => {
    const rows = byText.get(text.name) ?? [];
    return textsIn(text.parts, layout).map((own, t) => {
      const mentions = rows.filter((row) => textOf(row, layout) === t).map((row) => mentionIn(own, row, layout));
      const mention_table: TableOfMentions = { name, type, mentions, lost };
      lost = 0; // said once
      return { json: `${JSON.stringify({ doc_id: text.name, text: own, mention_table })}\n`, from: [text] };
    });
  });
  return { records, texts: [...new Set(found.map(({ file }) => file))] };
}

function mentionIn(text: string, row: readonly string[], layout: MentionLayout): TableMention {
  const type = layout.type === undefined ? undefined : row[layout.type]!;
  return { ...placeOf(row, text, layout), text: row[layout.mention]!, type };
}
