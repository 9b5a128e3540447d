import { serializeError } from '../../lib/errors.ts';
import type { PreviewSentence, Progress, Workspace } from '../wire/payloads.ts';
import type { Emit, Handlers } from '../wire/protocol.ts';
import type { LoadedFiles } from './loaded-files.ts';
import { fileStatistics } from './file-statistics.ts';
import type { ReadModel } from './read-files.ts';

type FileRequest =
  | 'addFiles'
  | 'removeFile'
  | 'restoreFiles'
  | 'discardFiles'
  | 'updateFile'
  | 'chooseEncoding'
  | 'chooseNameColumns'
  | 'chooseTextFields'
  | 'chooseVectors'
  | 'chooseColumns'
  | 'fingerprints'
  | 'preview'
  | 'statistics'
  | 'readTexts';

/** What the requests about files need. */
export interface FileContext {
  emit: Emit;
  files: LoadedFiles;
  /** False while a run is in progress or requested: added corpora get no role then. */
  isFree: () => boolean;
  /** Makes a model the current one. */
  importModel: (model: ReadModel) => Promise<void>;
  workspace: (rejected?: Workspace['rejected']) => Workspace;
}

/** Answers the requests about files. */
export const fileHandlers: Pick<Handlers<FileContext>, FileRequest> = {
  addFiles: async ({ emit, files, isFree, importModel, workspace }, { files: added, sample = false }, signal) => {
    const use = sample ? 'sample' : 'own';
    const { models, rejected } = await files.add(added, isFree() ? use : 'unused', signal, reported(emit));
    for (const model of models) {
      await importModel(model).catch((error: unknown) => {
        rejected.push({ name: model.name, error: serializeError(error) });
      });
    }
    return workspace(rejected);
  },
  removeFile: ({ files, workspace }, { id }) => {
    files.remove(id);
    return workspace();
  },
  restoreFiles: async ({ emit, files, workspace }, { ids }, signal) => {
    await files.restore(ids, signal, reported(emit));
    return workspace();
  },
  discardFiles: ({ files }, { ids }) => files.discard(ids),
  updateFile: async ({ files, workspace }, { id, ...changes }) => {
    await files.update(id, changes);
    return workspace();
  },
  chooseEncoding: async ({ files, workspace }, { id, encoding }) => {
    await files.chooseEncoding(id, encoding);
    return workspace();
  },
  chooseNameColumns: async ({ files, workspace }, { id, columns }) => {
    await files.lists.choose(id, { columns });
    return workspace();
  },
  chooseTextFields: ({ files, workspace }, { id, names }) => {
    files.texts.chooseFields(id, names);
    return workspace();
  },
  chooseVectors: async ({ emit, files, workspace }, { id, ...selection }, signal) => {
    await files.chooseVectors(id, selection, signal, reported(emit));
    return workspace();
  },
  chooseColumns: async ({ files, workspace }, { names }) => {
    await files.chooseColumns(names);
    return workspace();
  },
  fingerprints: ({ files }) => files.fingerprints(),
  preview: ({ files }, { id, from, count }) => {
    const { sentences, documents } = files.corpus(id);
    return sentences.slice(from, from + count).map(({ document = 0, ...sentence }): PreviewSentence => {
      const { line, tokens, spans, tags } = sentence;
      return { line, tokens, spans, tags, ...(documents > 0 && { document: document + 1 }) };
    });
  },
  statistics: ({ files }, { id }) => fileStatistics(files, id),
  readTexts: ({ files }, { files: added, ids = [] }, signal) => files.toAnnotate(ids, added, signal),
};

function reported(emit: Emit) {
  return (progress: Progress | undefined) => emit('progress', progress);
}
