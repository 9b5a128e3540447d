import { groupBy } from '../../../lib/group-by.ts';
import { nameIn, withoutExtension } from '../../../lib/paths.ts';
import { joinedFile, packedText, type JoinedJson } from '../../files/joined-file.ts';
import type { ArchivedFile, PackedFile } from '../../files/unpack-zip.ts';
import type { JsonObject } from '../json/values.ts';
import { partsOf } from '../records/kinds/tagtog.ts';

/** A tool whose annotations are in files of their own, beside their texts. */
interface PairKind {
  title: string;
  /** How annotations are called; the first group is also the beginning of the name of their text. */
  annotations: RegExp;
  /** How the name of a text ends. */
  texts: readonly string[];
  /** How annotations begin, where their name does not say it. */
  root?: RegExp;
  /** The folders of the annotations that are read, if a text has some in several; without them, all are. */
  preferred?: RegExp;
  /** Other files of the tool, which are not read. */
  others?: RegExp;
  recordOf: (texts: PairTexts) => JsonObject;
}

interface PairTexts {
  text: string;
  /** How the name of the text ends. */
  ending: string;
  annotations: readonly string[];
  /** The names of types, if they are in a file of their own. */
  legend?: unknown;
}

/** The names of the types of tagtog. */
const LEGEND = /(?:^|\/)annotations-legend\.json$/i;

const KINDS: readonly PairKind[] = [
  {
    title: 'ACE',
    annotations: /^(.*)\.apf\.xml$/i,
    texts: ['.sgm'],
    preferred: /(?:^|\/)timex2norm\//i,
    others: /\.(?:ag\.xml|tab|score|dtd)$/i,
    recordOf: ({ text, annotations }) => ({ text: text.replaceAll(/<[^<>]*>/g, ''), sgm: text, apf: annotations[0] }),
  },
  {
    title: 'Knowtator',
    annotations: /^(.*?)(?:\.txt)?(?:\.(?:annotations|knowtator(?:-?2)?))?\.xml$/i,
    texts: ['.txt', ''],
    root: /<(?:annotations\s[^<>]*\btextSource=|annotations>\s*<annotation>|knowtator-project\b)/,
    preferred: /(?:^|\/)adjudication\//i,
    recordOf: ({ text, annotations }) => ({ text, knowtator: annotations }),
  },
  {
    title: 'tagtog',
    annotations: /^(.*)\.ann\.json$/i,
    texts: ['.plain.html', '.txt', ''],
    preferred: /(?:^|\/)master\//i,
    others: LEGEND,
    recordOf: ({ text, ending, annotations, legend }) => ({
      parts: ending === '.plain.html' ? partsOf(text) : { '': text },
      tagtog: annotations,
      ...(legend !== undefined && { legend }),
    }),
  },
];

/** Names of the texts that annotations with this name may be about, beside them, also those of brat and i2b2. */
export function textPathsOf(path: string): string[] {
  const [, plain] = /^(.*)\.(?:ann|con|a1)$/i.exec(path) ?? [];
  if (plain !== undefined) return [`${plain}.txt`];
  return KINDS.flatMap(({ annotations, texts }) => {
    const [, stem] = annotations.exec(path) ?? [];
    return stem === undefined ? [] : texts.map((ending) => stem + ending);
  });
}

/** The tool that a file of annotations is from, and the text that it needs; undefined if it is none. */
export function missingTextOf(name: string, head: string): { title: string; text: string } | undefined {
  const kind = KINDS.find(({ annotations, root }) => annotations.test(name) && (root === undefined || root.test(head)));
  return kind && { title: kind.title, text: `${kind.annotations.exec(name)![1]!}${kind.texts[0]!}` };
}

type AnyFile = PackedFile | ArchivedFile;

const pathOf = (file: AnyFile) => ('path' in file ? file.path : file.name);

/**
 * Joins annotations of ACE, Knowtator and tagtog with their texts, which have the same name, perhaps in another folder: those of a tool become
 * one JSON lines file with a document in each line. Other files stay as they are.
 *
 * @param name of the archive or folder that the files come from, if there is one
 */
export async function joinAnnotations(files: readonly AnyFile[], name?: string): Promise<readonly PackedFile[]> {
  const used = new Set<PackedFile>();
  const joined: PackedFile[] = [];
  for (const kind of KINDS) {
    const documents = await documentsIn(files, kind);
    if (documents.length === 0) continue;
    const legendFile = kind.others === LEGEND ? files.find((file) => LEGEND.test(pathOf(file))) : undefined;
    for (const document of documents) for (const file of document.files) used.add(file);
    for (const file of files) if (kind.others?.test(pathOf(file)) === true) used.add(file);
    const stem =
      documents.length === 1 ? nameIn(documents[0]!.stem) : name === undefined ? kind.title : withoutExtension(name);
    const open = async () => {
      const legend: unknown = legendFile === undefined ? undefined : JSON.parse((await packedText(legendFile)).text);
      const lines: JoinedJson[] = [];
      for (const { stem: id, text, ending, annotations } of documents) {
        const [own, ...others] = await Promise.all([text, ...annotations].map(packedText));
        const texts = { text: own!.text, ending, annotations: others.map((other) => other.text), legend };
        const record = { doc_id: nameIn(id), ...kind.recordOf(texts) };
        lines.push({ json: `${JSON.stringify(record)}\n`, from: [own!] });
      }
      return joinedFile(`${stem}.jsonl`, lines);
    };
    joined.push({ name: `${stem}.jsonl`, open });
  }
  return used.size === 0 ? files : [...joined, ...files.filter((file) => !used.has(file))];
}

interface PairedDocument {
  stem: string;
  text: PackedFile;
  ending: string;
  annotations: readonly PackedFile[];
  /** All files about the text, also annotations that are not read. */
  files: readonly PackedFile[];
}

/** Annotations with the text that they are about. */
interface Pair {
  annotations: AnyFile;
  text: AnyFile;
  ending: string;
}

/** The texts that have annotations of a tool. */
async function documentsIn(files: readonly AnyFile[], kind: PairKind): Promise<PairedDocument[]> {
  const byName = groupBy(files, (file) => nameIn(pathOf(file)));
  const pairs: Pair[] = [];
  for (const annotations of files) {
    const [, stem] = kind.annotations.exec(pathOf(annotations)) ?? [];
    const text = stem === undefined ? undefined : textOf(stem, kind, byName);
    if (text === undefined || kind.root?.test(await headIn(annotations)) === false) continue;
    pairs.push({ annotations, ...text });
  }
  const isPreferred = ({ annotations }: Pair) => kind.preferred?.test(pathOf(annotations)) === true;
  return [...groupBy(pairs, ({ text }) => nameIn(pathOf(text))).values()].flatMap((group) => {
    const preferred = group.filter(isPreferred);
    const apart = preferred.length > 0 ? [preferred] : [...groupBy(group, ({ text }) => pathOf(text)).values()];
    return apart.map((own) => documentOf(own, preferred.length > 0 ? group : own));
  });
}

/** @param own the pairs that are read, of the same text @param all also those that are not */
function documentOf(own: readonly Pair[], all: readonly Pair[]): PairedDocument {
  const { text, ending } = own[0]!;
  const annotations = own.filter((pair) => pair.text === text).map((pair) => pair.annotations);
  const stem = pathOf(text).slice(0, pathOf(text).length - ending.length);
  return { stem, text, ending, annotations, files: all.flatMap((pair) => [pair.annotations, pair.text]) };
}

/** The text beside annotations, or the only one of its name. */
function textOf(
  stem: string,
  { texts, annotations }: PairKind,
  byName: ReadonlyMap<string, readonly AnyFile[]>,
): Pick<Pair, 'text' | 'ending'> | undefined {
  for (const ending of texts) {
    const named = byName.get(nameIn(stem) + ending) ?? [];
    const text = named.find((one) => pathOf(one) === stem + ending) ?? (named.length === 1 ? named[0] : undefined);
    if (text !== undefined && !annotations.test(pathOf(text))) return { text, ending };
  }
  return undefined;
}

/** Characters in which the root of annotations is. */
const HEAD = 2000;

async function headIn(file: PackedFile): Promise<string> {
  return (await file.open()).slice(0, 2 * HEAD).text();
}
