import type { CompactVectors } from '../data/embeddings/compact.ts';
import { TagReader } from '../data/tag-spans.ts';
import type { Provenance } from '../export/bundle-format.ts';
import { modelSizes, type TaggerModel } from '../model/model.ts';
import { parameterCount } from '../model/shapes.ts';
import { disposeWeights, downloadWeights, uploadWeights, type HostWeights } from '../model/weights.ts';
import { trainingStyle } from '../pipeline/tags.ts';
import type { ModelInfo } from './protocol.ts';

/** The model that tags: on the device, with what is needed to put it on another one. */
export class TrainedModel {
  readonly name: string;
  readonly model: TaggerModel;
  provenance: Provenance;
  /** Vectors for words that neither training nor dev had. */
  readonly compact: CompactVectors | undefined;
  /** The weights as they were last saved. */
  #host: HostWeights | undefined;

  constructor(name: string, model: TaggerModel, provenance: Provenance, compact: CompactVectors | undefined) {
    this.name = name;
    this.model = model;
    this.provenance = provenance;
    this.compact = compact;
  }

  /** Copies the weights to the host: they outlive the device. */
  async save(): Promise<HostWeights> {
    this.#host = await downloadWeights(this.model.weights);
    return this.#host;
  }

  /** Remembers weights of an earlier moment as the ones to go back to. */
  remember(weights: HostWeights): void {
    this.#host = weights;
  }

  /** Puts the saved weights on a newly opened device, whatever became of the former one's tensors. */
  restore(): void {
    if (this.#host !== undefined) this.model.weights = uploadWeights(this.#host);
  }

  /** Frees the device's memory: another model takes its place. */
  dispose(): void {
    disposeWeights(this.model.weights);
  }

  info(): ModelInfo {
    const { config, vocabulary } = this.model;
    return {
      name: this.name,
      config,
      tags: [...vocabulary.tags],
      entityTypes: typesOf(this.model),
      parameters: parameterCount(config, modelSizes(this.model)),
      words: vocabulary.words.length,
      dev: this.provenance.dev,
    };
  }
}

/** Entity types in the order of the tags; without a scheme, the tags. */
function typesOf({ config, style, vocabulary }: TaggerModel): string[] {
  if (style.scheme === 'none') return [...vocabulary.tags];
  const reader = new TagReader(trainingStyle(config, style));
  const types = vocabulary.tags.map((tag) => reader.parse(tag)?.type ?? '');
  return [...new Set(types)].filter((type) => type !== '');
}
