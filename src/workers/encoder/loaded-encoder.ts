import type { EncoderFeatures } from '../../data/features/encoder-features.ts';
import type { EncoderIdentity } from '../../data/vocabulary/features.ts';
import { FeatureStore } from '../../encoder/feature-store.ts';
import { featureKey, identityOf, type EncoderChoice, type OpenEncoder } from '../../encoder/open-encoder.ts';
import { throwIfAborted } from '../../lib/errors.ts';
import type { TaggerModel } from '../../model/model.ts';
import type { RunSource } from '../../runs/prepare.ts';
import type { EncoderInfo, FileId, Progress } from '../wire/payloads.ts';
import { Removable } from '../../lib/removable.ts';
import { openFeatureFile } from './kept-features.ts';
import { openRemoteEncoder } from './remote-encoder.ts';

/** A removed one is closed. */
interface Loaded {
  id: FileId;
  files: readonly File[];
  encoder: OpenEncoder;
  stores: Map<string, FeatureStore>;
}

/** Opens an encoder from its files; tests open it in their own thread. */
export type Open = (files: readonly File[], signal?: AbortSignal) => Promise<OpenEncoder>;

/** The encoder in use, and its features. */
export class LoadedEncoder extends Removable<Loaded> {
  readonly #open: Open;

  constructor(open: Open = openRemoteEncoder) {
    super();
    this.#open = open;
  }

  get #loaded(): Loaded | undefined {
    return this.entries[0];
  }

  get name(): string | undefined {
    return this.#loaded?.encoder.description.name;
  }

  /** The features for runs; undefined without an encoder. */
  get features(): RunSource['encoder'] {
    const loaded = this.#loaded;
    if (loaded === undefined) return undefined;
    return ({ encoderLayers: layers, encoderPooling: pooling }) => storeOf(loaded, { layers, pooling });
  }

  /** Attaches encoder features to a model if it was trained with this encoder. */
  attach(model: TaggerModel): void {
    const wanted = model.vocabulary.features?.encoder;
    if (wanted === undefined) return;
    model.encoder = this.#featuresLike(wanted, model.config);
  }

  #featuresLike(
    wanted: EncoderIdentity,
    { encoderLayers: layers, encoderPooling: pooling }: TaggerModel['config'],
  ): EncoderFeatures | undefined {
    if (this.#loaded?.encoder.description.hash !== wanted.hash) return undefined;
    return storeOf(this.#loaded, { layers, pooling });
  }

  /** Opens an encoder that replaces the one in use. @throws StudioError BadInput, with the expected files; Cancelled */
  async read(
    id: FileId,
    files: readonly File[],
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<void> {
    const [first] = files;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    onProgress({ task: 'encoder', name: first?.name ?? '', done: 0, total, unit: 'bytes' });
    const encoder = await this.#open(files, signal);
    if (signal.aborted) await encoder.close();
    throwIfAborted(signal);
    this.use({ id, files, encoder, stores: new Map() });
  }

  override removeWhere(isRemoved: (entry: Loaded) => boolean): void {
    for (const { encoder, stores } of this.entries.filter(isRemoved)) {
      void encoder.close();
      stores.clear();
    }
    super.removeWhere(isRemoved);
  }

  /** Reopens the encoder among `ids`, if there is one. */
  async reopen(ids: readonly FileId[], signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
    const [entry] = this.removed(ids);
    if (entry === undefined) return;
    await this.read(entry.id, entry.files, signal, onProgress);
    this.discard([entry.id]);
  }

  describe(): EncoderInfo | undefined {
    if (this.#loaded === undefined) return undefined;
    const { id, files, encoder } = this.#loaded;
    const { name, hash, bytes, pieces, limit, layers } = encoder.description;
    return {
      id,
      name,
      hash,
      size: bytes,
      files: files.map((file) => file.name),
      pieces,
      limit,
      layers: layers.map((layer) => layer.name),
      width: layers[0]?.width ?? 0,
    };
  }
}

function storeOf({ encoder, stores }: Loaded, choice: EncoderChoice): FeatureStore {
  const identity = identityOf(encoder.description, choice);
  const key = featureKey(identity);
  const known = stores.get(key);
  if (known !== undefined) return known;
  const store = new FeatureStore(
    identity,
    (sentences, signal) => encoder.compute(identity, sentences, signal),
    () => openFeatureFile(key),
  );
  stores.set(key, store);
  return store;
}
