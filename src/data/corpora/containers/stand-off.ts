import { groupBy } from '../../../lib/group-by.ts';
import { nameIn, withoutExtension } from '../../../lib/paths.ts';
import { joinedFile, packedText, type JoinedJson } from '../../files/joined-file.ts';
import { LIMITS } from '../../files/limits.ts';
import type { PackedFile } from '../../files/unpack-zip.ts';
import type { JsonObject } from '../json/values.ts';
import { joinAnnotations } from './annotation-pairs.ts';
import { joinEntityTables } from './entity-tables.ts';
import { joinMentionTables } from './mention-tables.ts';
import { azureDocuments } from '../records/kinds/azure.ts';

/**
 * Joins annotations with their texts, which are in files of their own: each becomes a line of a JSON lines file. An annotation file of brat
 * (`.ann`) or i2b2 (`.con`) belongs to the text of its name, perhaps in another folder; all pairs become one file. A labels file of Azure
 * Language names its texts. So do those of ACE, Knowtator and tagtog (`joinAnnotations`), and tables of entities (`joinEntityTables`). Other files stay as they are, also annotations without their texts, whose reader says what is missing.
 *
 * @param name of the archive or folder that the files come from, if there is one
 */
export async function joinStandOff(all: readonly PackedFile[], name?: string): Promise<readonly PackedFile[]> {
  const { files, answers } = asBrat(await joinMentionTables(await joinEntityTables(await joinAnnotations(all, name))));
  const texts = new Map(
    files.flatMap((file) => (/\.txt$/i.test(file.name) ? [[withoutExtension(file.name), file]] : [])),
  );
  if (texts.size === 0) return files;
  const [brat, i2b2] = [pairsIn(files, texts, 'ann'), pairsIn(files, texts, 'con')];
  const concepts = new Map(i2b2.map((pair) => [pair.text, pair.annotations]));
  const besides = ({ text, annotations }: Pair) => ({ con: concepts.get(text), a2: answers.get(withoutExtension(annotations.name)) }); // prettier-ignore
  const inBrat = new Set(brat.map(({ text }) => text));
  const onlyI2b2 = i2b2.filter(({ text }) => !inBrat.has(text));
  const joined = [...joinPairs('ann', brat, besides, name), ...joinPairs('con', onlyI2b2, () => ({}), name)];
  const used = new Set([...brat, ...i2b2].flatMap(({ annotations, text }) => [annotations, text]));
  const isSettings = ({ name }: PackedFile) => brat.length > 0 && SETTINGS.test(name);
  const others = files.filter((file) => !used.has(file) && !isSettings(file));
  return joinLabels([...joined, ...others], texts);
}

/**
 * Annotations of the BioNLP shared tasks, `a.a1`, as those of brat: their entities are written in the same way. Those of `a.a2`, triggers of
 * events or further entities, belong to them.
 */
function asBrat(files: readonly PackedFile[]): { files: readonly PackedFile[]; answers: Texts } {
  const stems = new Set(files.flatMap(({ name }) => (/\.a1$/i.test(name) ? [withoutExtension(name)] : [])));
  const isAnswer = ({ name }: PackedFile) => /\.a2$/i.test(name) && stems.has(withoutExtension(name));
  const answers = new Map(
    files.flatMap((file) => (isAnswer(file) ? [[withoutExtension(file.name), file] as const] : [])),
  );
  const others = files.filter((file) => !isAnswer(file));
  const read = others.map((file) =>
    /\.a1$/i.test(file.name) ? { name: `${withoutExtension(file.name)}.ann`, open: () => file.open() } : file,
  );
  return { files: read, answers };
}

type Texts = ReadonlyMap<string, PackedFile>;

/** What several pairs become, by the extension of their annotations. */
const JOINED = { ann: 'brat', con: 'i2b2' };

/** Files of brat that have no annotations. */
const SETTINGS = /(?:^|\/)(?:annotation|visual|tools|kb_shortcuts)\.conf$/i;

/** A text and its annotations. */
interface Pair {
  annotations: PackedFile;
  text: PackedFile;
}

function pairsIn(files: readonly PackedFile[], texts: Texts, extension: keyof typeof JOINED): Pair[] {
  const all = files.filter((file) => file.name.toLowerCase().endsWith(`.${extension}`));
  const stems = new Set(all.map((file) => withoutExtension(file.name)));
  const alone = groupBy(
    [...stems].filter((stem) => !texts.has(stem)),
    nameIn,
  );
  const apart = groupBy(
    [...texts.keys()].filter((stem) => !stems.has(stem)),
    nameIn,
  );
  /** The only text of a name, for its only annotations: those of a second annotator would be the same text again. */
  const inOtherFolder = (name: string) => {
    const [stem, ...more] = apart.get(name) ?? [];
    return stem !== undefined && more.length === 0 && alone.get(name)?.length === 1 ? texts.get(stem) : undefined;
  };
  return all.flatMap((annotations) => {
    const stem = withoutExtension(annotations.name);
    const text = texts.get(stem) ?? inOtherFolder(nameIn(stem));
    return text === undefined ? [] : [{ annotations, text }];
  });
}

/**
 * @param extension of the annotations, and the field that has them
 * @param besides further annotations of the same text, by the field that has them
 */
function joinPairs(
  extension: keyof typeof JOINED,
  pairs: readonly Pair[],
  besides: (pair: Pair) => Readonly<Record<string, PackedFile | undefined>>,
  name: string | undefined,
): PackedFile[] {
  if (pairs.length === 0) return [];
  const several = name === undefined ? JOINED[extension] : withoutExtension(name);
  const joined = `${pairs.length === 1 ? withoutExtension(pairs[0]!.annotations.name) : several}.jsonl`;
  const open = async () => {
    const lines: JoinedJson[] = [];
    for (const pair of pairs) {
      const { annotations, text } = pair;
      const others: Record<string, string> = {};
      for (const [field, file] of Object.entries(besides(pair)))
        if (file !== undefined) others[field] = (await packedText(file)).text;
      const own = { [extension]: (await packedText(annotations)).text };
      const read = await packedText(text);
      lines.push(lineOf({ doc_id: withoutExtension(annotations.name), text: read.text, ...others, ...own }, read));
    }
    return joinedFile(joined, lines);
  };
  return [{ name: joined, open }];
}

/** Joins labels files of Azure Language with the texts that they name. */
async function joinLabels(files: readonly PackedFile[], texts: Texts): Promise<readonly PackedFile[]> {
  const used = new Set<PackedFile>();
  const joined: PackedFile[] = [];
  for (const file of files.filter(({ name }) => /\.json$/i.test(name))) {
    const documents = azureDocuments(await jsonIn(file));
    if (documents === undefined) continue;
    const paths = documents.map(({ location }) =>
      withoutExtension(location.replaceAll('\\', '/').replace(/^\.\//, '')),
    );
    const textAt = textFinder(paths, file.name, texts);
    const named = documents.map((document, i) => ({ document, text: textAt(paths[i]!) }));
    if (named.every(({ text }) => text === undefined)) continue;
    used.add(file);
    for (const { text } of named) if (text !== undefined) used.add(text);
    const name = `${withoutExtension(file.name)}.jsonl`;
    const open = async () => {
      const lines: JoinedJson[] = [];
      for (const { document, text } of named) {
        const read = text && (await packedText(text));
        lines.push(lineOf({ ...document, doc_id: document['location'], ...(read && { text: read.text }) }, read));
      }
      return joinedFile(name, lines);
    };
    joined.push({ name, open });
  }
  return [...joined, ...files.filter((file) => !used.has(file))];
}

/**
 * Finds texts by paths from the folder of the labels; else the only text whose path ends so. Where folders were lost, the only one of the
 * name, unless other `paths` have it, too.
 */
function textFinder(paths: readonly string[], labels: string, texts: Texts): (path: string) => PackedFile | undefined {
  const folder = labels.replace(/[^/]*$/, '');
  const byEnding = new Map<string, PackedFile | undefined>();
  for (const [stem, text] of texts)
    for (const ending of endingsOf(stem)) byEnding.set(ending, byEnding.has(ending) ? undefined : text);
  const [names, repeated] = [new Set<string>(), new Set<string>()];
  for (const name of paths.map(nameIn)) (names.has(name) ? repeated : names).add(name);
  return (path) => {
    const name = nameIn(path);
    return texts.get(folder + path) ?? byEnding.get(path) ?? (repeated.has(name) ? undefined : byEnding.get(name));
  };
}

/** A path, and what follows each of its folders. */
function endingsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(i).join('/'));
}

/** The JSON of a file; undefined if it is none, or larger than labels are. */
async function jsonIn(file: PackedFile): Promise<unknown> {
  const opened = await file.open();
  if (opened.size > LIMITS.values.max) return undefined;
  try {
    return JSON.parse(await opened.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @param from the text of the record, if it was found */
function lineOf(record: JsonObject, from?: JoinedJson['from'][number]): JoinedJson {
  return { json: `${JSON.stringify(record)}\n`, from: from === undefined ? [] : [from] };
}
