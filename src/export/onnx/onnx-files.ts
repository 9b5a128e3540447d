import type { ModelToWrite } from '../bundle-contents.ts';
import { tensorPlaces } from '../safetensors.ts';
import { vectorPlaces } from '../vectors-file.ts';
import type { StoredTensor } from './graph-builder.ts';
import { onnxModel } from './onnx-model.ts';
import { isRearranged, weightsForOnnx } from './onnx-weights.ts';

export const GRAPH = 'model.onnx';
/** Parameters of float32 models that `GRAPH` needs in a different layout than the safetensors file. For others, nodes rearrange them. */
export const GRAPH_DATA = 'model.onnx.data';

/**
 * The files for ONNX runtimes.
 *
 * @param file the safetensors file
 * @param vectorsFile name of the file with the vectors, if there is one
 */
export function onnxFiles(
  model: ModelToWrite,
  file: { name: string; bytes: Uint8Array },
  vectorsFile: string,
  isExact: boolean,
): Record<string, Uint8Array<ArrayBuffer>> {
  const { config, vectors, penalties, weights } = model;
  const stored: Record<string, StoredTensor> = {};
  for (const [name, place] of Object.entries(tensorPlaces(file.bytes))) {
    const type = place.dtype === 'F16' ? 'float16' : place.dtype === 'I8' ? 'int8' : 'float';
    if (!isExact || !isRearranged(name)) stored[name] = { ...place, type, file: file.name };
  }
  if (vectors !== undefined) {
    const { scales, values } = vectorPlaces(vectors.scales.length, vectors.dimensions);
    stored['vectors.scales'] = { ...scales, type: 'float', file: vectorsFile };
    stored['vectors.values'] = { ...values, type: 'int8', file: vectorsFile };
  }
  const data: Uint8Array[] = [];
  let offset = 0;
  for (const [name, { shape, values }] of isExact ? Object.entries(weightsForOnnx(config, weights)) : []) {
    const length = values.byteLength;
    stored[name] = { type: 'float', shape, file: GRAPH_DATA, offset, length };
    data.push(new Uint8Array(values.buffer, values.byteOffset, length));
    offset += length;
  }
  return {
    [GRAPH]: onnxModel(model, stored, penalties),
    ...(isExact && { [GRAPH_DATA]: joined(data, offset) }),
  };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
