import { zipSync } from 'fflate';
import type { LegacyEncoding } from '../../data/encodings.ts';
import { writingNotes, type Block, type DocumentFile } from '../../documents/document.ts';
import { KeyFile } from '../../documents/redaction/key.ts';
import { readOwnNames } from '../../documents/redaction/own-names.ts';
import { Pseudonyms } from '../../documents/redaction/pseudonyms.ts';
import type { Entity } from '../../documents/redaction/plan.ts';
import { entryIn, redactDocument } from '../../documents/redaction/redact-document.ts';
import { replacedInFile, restoreText, whatStays } from '../../documents/redaction/restore.ts';
import { packedDocuments } from '../../documents/package/archive.ts';
import { openDocument, prepareReader } from '../../documents/registry.ts';
import { StudioError, throwIfAborted } from '../../lib/errors.ts';
import type { Emit, Handlers } from '../../lib/rpc.ts';
import { distinctName } from '../../lib/distinct-name.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { DocumentEvents, DocumentRequests, UnpackedDocument, WrittenDocuments } from '../wire/documents.ts';

/** Answers the page's requests about documents. */
export const documentHandlers: Handlers<Emit<DocumentEvents>, DocumentRequests> = {
  prepare: prepareReader,

  async read(emit, { file, encoding }) {
    const document = await openDocument(await contentsOf(file, encoding), (blocks) =>
      emit('begun', blocks.map(plainBlock)),
    );
    return { blocks: document.blocks.map(plainBlock), notes: writingNotes(document), encoding: document.encoding };
  },

  unpack: (_, { archive }, signal) => unpacked(archive, signal),

  async names(_, { file, type }) {
    return readOwnNames(file.name, (await contentsOf(file)).bytes, type);
  },

  async write(emit, { documents, ways, names, passphrase, head }, signal) {
    const pseudonyms = new Pseudonyms([], names);
    const key = passphrase === undefined ? undefined : await KeyFile.create(passphrase);
    const written: Written = { files: [], indices: [], problems: [] };
    const manifest = [JSON.stringify({ ...head, ways })];
    let secret = key?.head ?? '';
    for (const [i, { file, encoding, entities, rejected }] of documents.entries()) {
      throwIfAborted(signal);
      const problems = written.problems.length;
      await collecting(written, file.name, async () => {
        const contents = await contentsOf(file, encoding);
        const document = await openDocument(contents);
        const { replaced, ...result } = await redactDocument(document, entities, ways, pseudonyms);
        const name = distinctName(
          file.name.replace(/\.[^.]*$/, '') + result.extension,
          written.files.map((other) => other.name),
        );
        written.files.push({ name, bytes: result.bytes });
        written.indices.push(i);
        if (key !== undefined) secret += await key.key.add({ name, replaced, pseudonyms: pseudonyms.takeFresh() });
        const entryOf = entryIn(document.blocks);
        const isDoubtful = ({ by, isDecided, probability }: Entity) =>
          by === 'model' && isDecided !== true && probability < head.threshold;
        const hashes = { sha256: await sha256(contents.bytes), writtenSha256: await sha256(result.bytes) };
        manifest.push(
          JSON.stringify({
            document: file.name,
            written: name,
            ...hashes,
            entities: result.entities,
            doubtful: entities.filter(isDoubtful).map(entryOf),
            rejected: rejected.map((entity) => ({ ...entryOf(entity), decided: 'hand' })),
            notes: writingNotes(document),
          }),
        );
      });
      const [problem] = written.problems.slice(problems);
      if (problem !== undefined) manifest.push(JSON.stringify({ document: file.name, problem: problem.message }));
      emit('written', i + 1);
    }
    const besides: DocumentFile[] = [textFile('manifest.jsonl', `${manifest.join('\n')}\n`)];
    if (key !== undefined) besides.push(textFile('tagsmith.key', secret));
    return packed('documents.zip', written, besides);
  },

  async restore(_, { files, key, passphrase }, signal) {
    const { documents } = await KeyFile.read(key.name, await key.text(), passphrase);
    const written: Written = { files: [], indices: [], problems: [] };
    for (const [i, file] of files.entries()) {
      throwIfAborted(signal);
      await collecting(written, file.name, async () => {
        const document = await openDocument(await contentsOf(file));
        const restored = restoreText(document.blocks, replacedInFile(documents, file.name, document.blocks));
        written.files.push({ name: file.name, bytes: document.write(restored.edits).bytes });
        written.indices.push(i);
        const message = whatStays(restored);
        if (message !== undefined) written.problems.push({ name: file.name, message });
      });
    }
    return packed('restored.zip', written, []);
  },
};

/** A block without what its reader knows of it. */
function plainBlock({ text, place, isHidden }: Block): Block {
  return { text, place, ...(isHidden && { isHidden }) };
}

async function unpacked(archive: File, signal: AbortSignal): Promise<UnpackedDocument[]> {
  const files: UnpackedDocument[] = [];
  for (const { name, open } of await packedDocuments(archive, signal)) {
    try {
      files.push({ file: await open() });
    } catch (error) {
      if (!(error instanceof StudioError) || error.code === 'Cancelled') throw error;
      files.push({ file: new File([], name), problem: error.message });
    }
  }
  return files;
}

interface Written {
  files: DocumentFile[];
  /** Of the documents that the files are of. */
  indices: number[];
  problems: WrittenDocuments['problems'];
}

function packed(
  archive: string,
  { files, indices, problems }: Written,
  besides: readonly DocumentFile[],
): WrittenDocuments {
  const all = [...files, ...besides];
  const file =
    all.length === 1
      ? all[0]
      : {
          name: archive,
          bytes: zipSync(Object.fromEntries(all.map(({ name, bytes }) => [name, bytes]))) as Uint8Array<ArrayBuffer>,
        };
  return { file: files.length === 0 ? undefined : file, written: indices, problems };
}

function textFile(name: string, text: string): DocumentFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

async function contentsOf(file: File, encoding?: LegacyEncoding): Promise<DocumentFile> {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), encoding };
}

/** Lists a document that cannot be written, so that the others are. */
async function collecting(written: Written, name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    written.problems.push({ name, message: error.message });
  }
}
