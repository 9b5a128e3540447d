import type { VectorsFile, Workspace } from '../../../workers/wire/payloads.ts';
import type { DeviceReport } from '../../stores/device/device.ts';

/** The training files and the vectors, or the model. */
export function subtitleOf({ files, vectors, model }: Workspace): string {
  const training = files.filter(({ role }) => role === 'train');
  const own = training.length > 1 ? `${training.length} training files` : training[0]?.name;
  const isSample = training.length > 0 && training.every((file) => file.isSample);
  const corpus = isSample ? 'sample corpus' : own;
  const parts = [corpus ?? model?.name, vectors && vectorsName(vectors)];
  return parts.filter((part) => part !== undefined).join(' / ');
}

const KINDS: readonly [RegExp, string][] = [
  [/glove/i, 'GloVe'],
  [/fasttext|wiki-news|crawl|^cc\.[a-z]{2,3}\.\d+/i, 'fastText'],
  [/word2vec|googlenews|sgns/i, 'word2vec'],
];

/** `GloVe 100d`: the kind of vectors if the file name contains it, or else the file name. */
export function vectorsName({ name, dimensions }: Pick<VectorsFile, 'name' | 'dimensions'>): string {
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? name;
  return `${kind} ${dimensions}d`;
}

export const DEVICE_NAMES: Record<DeviceReport['device'], string> = { webgpu: 'WebGPU', simd: 'SIMD' };

/** The device in a line. The description of a GPU is its name, to which the kind is added; that of SIMD is complete. */
export function deviceLine({ device, description }: DeviceReport): string {
  return device === 'webgpu' ? `${DEVICE_NAMES[device]}, ${description}` : description;
}
