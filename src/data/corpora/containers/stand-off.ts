import type { PackedFile } from '../../files/unpack-zip.ts';

/**
 * Joins each annotation file of brat (`.ann`) with its text (`.txt`): all pairs become one file of JSON lines, `{"text", "ann"}`, a document
 * each. Other files stay as they are, also an `.ann` without its text, whose reader says what is missing.
 *
 * @param name of the archive or folder that the files come from, if there is one
 */
export function joinStandOff(files: readonly PackedFile[], name?: string): readonly PackedFile[] {
  const texts = new Map(files.flatMap((file) => (/\.txt$/i.test(file.name) ? [[stemOf(file.name), file]] : [])));
  const pairs = files.flatMap((ann) => {
    const text = /\.ann$/i.test(ann.name) ? texts.get(stemOf(ann.name)) : undefined;
    return text === undefined ? [] : [{ ann, text }];
  });
  if (pairs.length === 0) return files;
  const joined = `${pairs.length === 1 ? stemOf(pairs[0]!.ann.name) : stemOf(name ?? 'brat.zip')}.jsonl`;
  const open = async () => {
    const lines: string[] = [];
    for (const { ann, text } of pairs) {
      const [written, annotations] = [await (await text.open()).text(), await (await ann.open()).text()];
      lines.push(`${JSON.stringify({ doc_id: stemOf(ann.name), text: written, ann: annotations })}\n`);
    }
    return new File(lines, joined);
  };
  const used = new Set(pairs.flatMap(({ ann, text }) => [ann, text]));
  return [{ name: joined, open }, ...files.filter((file) => !used.has(file))];
}

function stemOf(name: string): string {
  return name.replace(/\.[^./]+$/, '');
}
