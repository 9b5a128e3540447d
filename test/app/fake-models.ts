import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import { illegalTransitions } from '../../src/crf/constraints.ts';
import type { TagStyle } from '../../src/data/corpus.ts';
import { TagReader } from '../../src/data/tags/tag-spans.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';
import { trainingStyle } from '../../src/data/tags/training-tags.ts';
import type { Scores } from '../../src/eval/scores.ts';
import { StudioError } from '../../src/lib/errors.ts';
import type { Activity } from '../../src/workers/models/activity.ts';
import type {
  Download,
  ExportRequest,
  ExportSize,
  ExportSizes,
  ModelInfo,
  Models,
} from '../../src/workers/wire/payloads.ts';
import type { Emit } from '../../src/workers/wire/protocol.ts';
import { noModel, noPreviousModel, noStudent } from '../../src/workers/wire/refusals.ts';
import { bioesTags, PARAMETERS, scoresAt, transitionsAt } from './samples.ts';

/** A model of the fake trainer. */
export interface FakeModel {
  id: number;
  name: string;
  config: RunConfig;
  style: TagStyle;
  tags: string[];
  /** Scores of its best epoch; undefined before the end of its run. */
  dev: Scores | undefined;
  /** The completed share of its run, in [0, 1]; its transitions grow with it. */
  progress: number;
}

/** The file in a fake bundle that describes the model. */
const DESCRIPTION = 'fake-model.json';

/** A model exported by the fake trainer. Only the fake trainer can read it; others recognise it as a model. */
export function fakeBundle(model: Omit<FakeModel, 'id' | 'name'> = importedModel()): Blob {
  const files = { 'model.safetensors': new Uint8Array(), [DESCRIPTION]: strToU8(JSON.stringify(model)) };
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>]);
}

function importedModel(): Omit<FakeModel, 'id' | 'name'> {
  return { config: DEFAULT_CONFIG, style: standardStyle('BIO'), tags: bioesTags(), dev: scoresAt(9), progress: 1 };
}

/** Like `ModelSlot` of the worker, with models that have no weights. */
export class FakeModels {
  readonly #emit: Emit;
  readonly #activity: Activity;
  #current: FakeModel | undefined;
  #previous: FakeModel | undefined;
  #made = 0;
  /** Models that have a student, by their ids. */
  readonly #students = new Set<number>();

  constructor(emit: Emit, activity: Activity) {
    this.#emit = emit;
    this.#activity = activity;
  }

  get current(): FakeModel | undefined {
    return this.#current;
  }

  /** @throws StudioError NotReady if there is none */
  require(): FakeModel {
    if (this.#current === undefined) throw noModel();
    return this.#current;
  }

  nextId(): number {
    return ++this.#made;
  }

  infos(): Models {
    return { model: this.#current && infoOf(this.#current), previous: this.#previous && infoOf(this.#previous) };
  }

  notify(): void {
    this.#emit('model', this.infos());
  }

  place(model: FakeModel | undefined): void {
    this.#previous = this.#current ?? this.#previous;
    this.#current = model;
  }

  /** Replaces the current model, but not the previous one. */
  exchange(model: FakeModel): void {
    this.#current = model;
  }

  remove(): Promise<void> {
    return this.#activity.whileIdle('remove the model', () => this.place(undefined));
  }

  restorePrevious(): Promise<void> {
    return this.#activity.whileIdle('restore a model', () => {
      const previous = this.#previous;
      if (previous === undefined) throw noPreviousModel();
      this.#previous = undefined;
      this.place(previous);
    });
  }

  discardPrevious(): void {
    this.#previous = undefined;
  }

  import(file: File): Promise<void> {
    return this.#activity.whileIdle('load a model', async () => {
      this.#emit('progress', { task: 'model', name: file.name, done: 0, total: file.size, unit: 'bytes' });
      try {
        const { [DESCRIPTION]: json } = unzipSync(new Uint8Array(await file.arrayBuffer()));
        if (json === undefined) throw new StudioError('BadModel', `${file.name} was not made by the fake trainer.`);
        const model = JSON.parse(strFromU8(json)) as Omit<FakeModel, 'id' | 'name'>;
        this.place({ ...model, id: this.nextId(), name: file.name.replace(/\.zip$/i, '') });
      } finally {
        this.#emit('progress', undefined);
      }
    });
  }

  /** Trains a student immediately. */
  distill(): ExportSize {
    this.#students.add(this.require().id);
    return { size: 'tiny', zip: 920_000, measured: { f1: 0.946, changedTags: 200 } };
  }

  export({ kind = 'zip', size = 'exact' }: ExportRequest = {}): Download {
    const { name: own, id, ...model } = this.require();
    if (size === 'tiny' && !this.#students.has(id)) throw noStudent();
    const name = size === 'tiny' ? `${own}-tiny` : own;
    const ending = { zip: '.zip', page: '.html', runtime: '.mjs' }[kind];
    return { name: `${name}${ending}`, contents: fakeBundle(model) };
  }
}

/** A smaller model scores slightly lower. */
export function fakeExportSizes(dev: readonly { tokens: readonly string[] }[] | undefined): ExportSizes {
  const measured = (changedTags: number) =>
    dev === undefined ? undefined : { f1: 0.947 - changedTags / 1e4, changedTags };
  return {
    sizes: [
      { size: 'exact', zip: 12_700_000, measured: measured(0) },
      { size: 'half', zip: 5_200_000, measured: measured(0) },
      { size: 'small', zip: 2_500_000, measured: measured(8) },
    ],
    devTokens: dev?.reduce((sum, { tokens }) => sum + tokens.length, 0),
    distillation: dev && { teachers: 1, texts: 0, seconds: 150 },
  };
}

function infoOf({ id, name, config, style, tags, dev, progress }: FakeModel): ModelInfo {
  const trained = trainingStyle(config, style);
  const reader = new TagReader(trained);
  const types = tags.map((tag) => reader.parse(tag)?.type ?? '').filter((type) => type !== '');
  return {
    id,
    name,
    config,
    tags: [...tags],
    entityTypes: style.scheme === 'none' ? [...tags] : [...new Set(types)],
    transitions: config.decoder === 'crf' ? transitionsAt(progress, tags) : undefined,
    illegal: illegalTransitions(tags, trained),
    parameters: PARAMETERS,
    words: 24_871,
    features: [],
    lists: [],
    columns: [],
    dev,
  };
}
