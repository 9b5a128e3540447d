import { join } from 'node:path';
import { version } from '../../../package.json';
import { writingNotes, type BlockRange, type DocumentFile, type OpenedDocument } from '../../documents/document.ts';
import { tableEntities } from '../../documents/entity-table.ts';
import type { Entity } from '../../documents/redaction/plan.ts';
import { readOwnNames } from '../../documents/redaction/own-names.ts';
import type { KeyDocument } from '../../documents/redaction/key.ts';
import { Pseudonyms } from '../../documents/redaction/pseudonyms.ts';
import {
  entryIn,
  overlaps,
  redactDocument,
  WAYS,
  type Way,
  type Ways,
} from '../../documents/redaction/redact-document.ts';
import { FORMATS, formatOf, openDocument } from '../../documents/registry.ts';
import { asError, StudioError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/sha256.ts';
import { tagBlocks, type BlockEntity } from '../../tagging/texts/blocks.ts';
import { defineCommand } from '../parsing/command.ts';
import { DocumentTargets, listDocuments, readDocumentFile, type DocumentInput } from '../redact/document-files.ts';
import { loadEncoder } from '../inputs/encoder.ts';
import { EntityTableFile, TABLE } from '../tag/entity-table-file.ts';
import { claimFolder, exists, writeAtomically } from '../files.ts';
import {
  argument,
  choose,
  fraction,
  furtherArguments,
  names,
  required,
  text,
  texts,
  type Flag,
  type ValuesOf,
} from '../parsing/flags.ts';
import { count } from '../format.ts';
import { readListFile } from '../inputs/corpus-file.ts';
import { loadModel, reportProblems, requireTagger, type LoadedModel } from '../inputs/inputs.ts';
import { StoredKey } from '../redact/key-file.ts';
import { modelHash } from '../redact/model-hash.ts';
import { passphraseFor } from '../redact/passphrase.ts';
import { RedactionJournal, type ManifestDocument } from '../redact/redaction-journal.ts';
import { DEVICE, ENCODING, MODEL_ENCODER } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../parsing/usage.ts';

/** `label`, `PER=pseudonym,LOC=keep,bar`. */
const waysFlag = (help: string): Flag<Ways> => ({
  value: 'WAY',
  help,
  values: WAYS,
  read(given, name) {
    let others: Way = 'label';
    const byType: Record<string, Way> = {};
    for (const part of given.flatMap((value) => value.split(','))) {
      const [way = '', type] = part.split('=').toReversed();
      const chosen = choose(WAYS, way, `${name} is `);
      if (type === undefined) others = chosen;
      else byType[type] = chosen;
    }
    return { others, byType };
  },
});

const ARGS = { model: argument('MODEL'), files: furtherArguments('PATH…') };

const FLAGS = {
  out: required(text('DIR', 'write each document to DIR, with its name and in its format')),
  as: waysFlag(
    `label (default): [PER]
bar: a black bar, as long for all names
pseudonym: [PER 3], the same for all spellings of a name in all documents
name: an invented name of the same kind, likewise; for persons, places and organisations, else as pseudonym
shift: dates, by the same number of days in all documents, else as label
mark: the text is left as it is, with its entities in colours
keep: leave them as they are
May name types: --as PER=pseudonym,LOC=keep,bar`,
  ),
  names: texts(
    'TYPE=FILE',
    'for --as name: names for a type, a list as for tagsmith train --gazetteer, in the order in which they are used; may be repeated',
  ),
  types: names('TYPES', 'only entities of these types, separated by commas; default: all'),
  minConfidence: fraction(
    'P',
    'replace what is at least as probable, including entities that are not part of the most probable reading; the rest is listed as doubtful. A lower value misses fewer names. Default: the most probable reading',
  ),
  key: text(
    'FILE',
    'add what was replaced to an encrypted key file, with which tagsmith restore undoes it; creates it. The passphrase is asked for, or in TAGSMITH_PASSPHRASE',
  ),
  table: TABLE,
  encoding: ENCODING,
  device: DEVICE,
  encoder: MODEL_ENCODER,
};

type RedactOptions = ValuesOf<typeof ARGS & typeof FLAGS>;

export const command = defineCommand({
  name: 'redact',
  place: 5.1,
  summary: 'remove or mark entities in documents',
  about: `
Writes documents again with their entities replaced: ${Object.values(FORMATS)
    .map(({ label, extensions }) => `${label} (.${extensions[0]})`)
    .join(
      ', ',
    )}. In a folder or a zip archive, all documents are read, including subfolders. Other occurrences of a name in its document
are replaced as well, and the parts of names of persons. Metadata, comments, tracked changes and other copies that do not show are removed.
Each result is searched for every name; it is written only if none is found. A run that was interrupted goes on where it was.`,
  args: ARGS,
  flags: FLAGS,
  notes: `A model misses names: read the results before you pass them on. DIR/manifest.jsonl lists what was replaced in each document, and
what was doubtful.`,
  check(values) {
    if (values.files.length === 0) throw new UsageError('Expected PATH…: the documents.');
    const wrong = values.names.find((one) => !/^[^=]+=./.test(one));
    if (wrong !== undefined) throw new UsageError(`--names is ${wrong}: expected TYPE=FILE, such as PER=people.txt.`);
    return values;
  },
  run: redact,
});

/** Ways whose results depend on those of earlier documents. */
const DEPENDENT: ReadonlySet<Way> = new Set(['pseudonym', 'name', 'shift']);

/** What all documents of a run share. */
interface Run {
  loaded: LoadedModel;
  options: RedactOptions;
  ways: Ways;
  pseudonyms: Pseudonyms;
  key: StoredKey | undefined;
  table: EntityTableFile | undefined;
}

async function redact(terminal: Terminal, options: RedactOptions): Promise<void> {
  const { out, types, as } = options;
  const inputs = await listDocuments(options.files, (text) => terminal.note(text));
  await claimFolder(out);
  const earlier: EarlierDocument[] = [];
  const key = options.key === undefined ? undefined : await openKey(terminal, options.key, earlier);
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  const loaded = await loadModel(options.model, options.device, encoder);
  requireTagger(loaded);
  const ways: Ways =
    types === undefined
      ? as
      : { others: 'keep', byType: Object.fromEntries(types.map((type) => [type, as.byType[type] ?? as.others])) };
  const own = await ownNames(terminal, options);
  const settings = {
    ...(options.names.length > 0 && { names: own }), // a run that goes on must have the same
    as: as.others,
    byType: as.byType,
    types,
    minConfidence: options.minConfidence,
    encoding: options.encoding,
    table: options.table === undefined ? undefined : true, // a run that goes on completes its table
  };
  const usesPseudonyms = [as.others, ...Object.values(as.byType)].some((way) => DEPENDENT.has(way));
  const head = { tagsmith: version, model: await modelHash(options.model), settings };
  // Without a key, the pseudonyms of the documents that are done are not known.
  const journal = await RedactionJournal.open(out, head, !usesPseudonyms || key !== undefined);
  const pending = new Set(inputs.map(({ within }) => within.replace(/\.[^.]*$/, '')));
  const known = earlier.filter(({ name }) => journal.counts(name, pending));
  const pseudonyms = new Pseudonyms(
    known.flatMap((document) => document.pseudonyms),
    own,
  );
  const targets = new DocumentTargets(out, inputs);
  const table =
    options.table === undefined ? undefined : await EntityTableFile.open(options.table, (name) => journal.has(name));
  let [written, failed] = [0, 0];
  for (const [i, input] of inputs.entries()) {
    terminal.progress(`${i + 1} of ${inputs.length}: ${input.name}`);
    try {
      const file = { ...(await readDocumentFile(input)), encoding: options.encoding };
      const source = { document: input.within, sha256: await sha256(file.bytes) };
      if (journal.isDone(source)) continue;
      const entry = await redactOne(terminal, { loaded, options, ways, pseudonyms, key, table }, input, file, targets);
      await journal.add({ ...source, ...entry });
      written++;
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      failed++;
      terminal.note(`${input.name}: ${error.message}`);
      await journal.add({ document: input.within, problem: error.message });
    }
  }
  const counts = await table?.close();
  if (counts !== undefined)
    terminal.note(`${options.table} and ${counts} have the names: do not pass them on with the documents.`);
  terminal.note(`Wrote ${count(written)} of ${count(inputs.length)} documents to ${out}.`);
  if (failed > 0)
    throw new StudioError(
      'BadInput',
      `${failed === 1 ? '1 document was' : `${count(failed)} documents were`} not written; the reasons are above.`,
    );
}

/** What a run must know of documents of its key. */
type EarlierDocument = Pick<KeyDocument, 'name' | 'pseudonyms'>;

/** Opens a key file, or creates it. @param earlier gets its documents */
async function openKey(terminal: Terminal, path: string, earlier: EarlierDocument[]): Promise<StoredKey> {
  if (!(await exists(path))) return StoredKey.create(path, await passphraseFor(terminal, path, true));
  return StoredKey.open(path, await passphraseFor(terminal, path, false), ({ name, pseudonyms }) => {
    earlier.push({ name, pseudonyms });
  });
}

/** @param names `PER=people.txt` @throws StudioError BadInput */
async function ownNames(
  terminal: Terminal,
  { names: lists, encoding }: Pick<RedactOptions, 'names' | 'encoding'>,
): Promise<Record<string, string[]>> {
  const own: [type: string, names: string[]][] = [];
  for (const list of lists) {
    const [type = '', ...path] = list.split('=');
    const file = path.join('=');
    const { name, bytes } = await readListFile(file, encoding);
    const { names, ...read } = readOwnNames(name, bytes, type);
    reportProblems(terminal, { file, ...read });
    own.push([type, names]);
  }
  return Object.fromEntries(own);
}

async function redactOne(
  terminal: Terminal,
  { loaded, options, ways, pseudonyms, key, table }: Run,
  input: DocumentInput,
  file: DocumentFile,
  targets: DocumentTargets,
): Promise<Omit<ManifestDocument, 'document' | 'sha256'>> {
  const format = await formatOf(file);
  const document = await openDocument(file);
  const { chosen, doubtful } = choice(await found(loaded, document), options.minConfidence);
  const { bytes, extension, entities, found: all, replaced } = await redactDocument(document, chosen, ways, pseudonyms);
  const target = targets.of(input, extension);
  await writeAtomically(join(options.out, target), bytes);
  const notes = writingNotes(document);
  notes.forEach((note) => terminal.note(`${input.name}: ${note}`));
  await key?.add({ name: target, replaced, pseudonyms: pseudonyms.takeFresh() });
  await table?.add(input.within, tableEntities(document.blocks, all));
  return {
    written: target,
    writtenSha256: await sha256(bytes),
    format,
    entities,
    doubtful: doubtful.map(entryIn(document.blocks)),
    notes,
  };
}

type Found = Awaited<ReturnType<typeof tagBlocks>>;

async function found({ model, stored }: LoadedModel, { blocks }: OpenedDocument): Promise<Found> {
  try {
    return await tagBlocks(
      model,
      blocks.map(({ text }) => text),
      stored,
    );
  } catch (cause) {
    throw cause instanceof StudioError ? cause : new StudioError('Internal', asError(cause).message, { cause });
  }
}

/** Which entities are replaced. @param least probability */
function choice({ entities, possible }: Found, least: number | undefined): { chosen: Entity[]; doubtful: Entity[] } {
  const byModel = (entity: BlockEntity): Entity => ({ ...entity, by: 'model' });
  if (least === undefined) return { chosen: entities.map(byModel), doubtful: possible.map(byModel) };
  const chosen: Entity[] = [];
  const doubtful: Entity[] = [];
  for (const entity of [...entities, ...possible].toSorted((a, b) => b.probability - a.probability)) {
    const isChosen = entity.probability >= least && !chosen.some((other) => overlaps(other, entity));
    (isChosen ? chosen : doubtful).push(byModel(entity));
  }
  const inOrder = (a: BlockRange, b: BlockRange) => a.block - b.block || a.start - b.start;
  return { chosen: chosen.toSorted(inOrder), doubtful: doubtful.toSorted(inOrder) };
}
