import { StudioError } from '../lib/errors.ts';
import type { Bytes } from '../lib/units.ts';

/** A file whose contents are read on demand, like `File`. */
export interface EncoderFile {
  name: string;
  size: Bytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The files of an encoder, identified by name. */
export interface FoundEncoder {
  model: EncoderFile;
  tokenizer: EncoderFile;
  tokenizerConfig: EncoderFile | undefined;
  config: EncoderFile | undefined;
  /** Files that may contain the weights. */
  others: EncoderFile[];
}

/** ONNX Runtime has 4 GiB in WebAssembly for the weights, copies of some of them, and activations. */
const MAX_BYTES: Bytes = 1.5 * 2 ** 30;

/** A vocabulary with the most pieces that `WordPieces` takes fits. JSON takes several times its size in memory. */
const MAX_JSON_BYTES: Bytes = 64 * 2 ** 20;

/** Preferred ONNX files: in a folder of the Hugging Face Hub, the others are variants. */
const PREFERRED = ['encoder.onnx', 'model.onnx'];

export function isOnnx(name: string): boolean {
  return /\.onnx$/i.test(name);
}

/**
 * Finds the files of an encoder among others.
 *
 * @returns undefined if there is no ONNX file
 * @throws StudioError BadInput if the ONNX file is ambiguous or too large, or the tokenizer is missing
 */
export function findEncoder(files: readonly EncoderFile[]): FoundEncoder | undefined {
  const models = files.filter(({ name }) => isOnnx(name));
  if (models.length === 0) return undefined;
  const model =
    models.find(({ name }) => PREFERRED.includes(name.toLowerCase())) ?? (models.length === 1 ? models[0] : undefined);
  if (model === undefined) {
    const names = models.map(({ name }) => name).join(', ');
    throw new StudioError('BadInput', `Found several encoders: ${names}. Add one of them, with its tokenizer.json.`);
  }
  const named = (name: string) => files.find((file) => file.name === name);
  const tokenizer = named('tokenizer.json');
  if (tokenizer === undefined) {
    throw new StudioError(
      'BadInput',
      `${model.name} has no tokenizer. Add it together with its tokenizer.json, or add the whole folder. Where a model has only vocab.txt, AutoTokenizer.from_pretrained(NAME).save_pretrained(FOLDER) writes one.`,
    );
  }
  requireSize(model.name, model.size);
  const [tokenizerConfig, config] = [named('tokenizer_config.json'), named('config.json')];
  for (const file of [tokenizer, tokenizerConfig, config]) requireJsonSize(file);
  return { model, tokenizer, tokenizerConfig, config, others: files.filter((file) => !isOnnx(file.name)) };
}

function requireJsonSize(file: EncoderFile | undefined): void {
  if (file === undefined || file.size <= MAX_JSON_BYTES) return;
  const mebibytes = (size: Bytes) => `${Math.ceil(size / 2 ** 20)} MiB`;
  throw new StudioError(
    'BadInput',
    `${file.name} has ${mebibytes(file.size)}, which no encoder needs; the limit is ${mebibytes(MAX_JSON_BYTES)}. Download it again.`,
  );
}

/** @throws StudioError BadInput if an encoder is too large for the memory of ONNX Runtime */
export function requireSize(name: string, bytes: Bytes): void {
  if (bytes <= MAX_BYTES) return;
  const gibibytes = (size: Bytes) => `${(size / 2 ** 30).toFixed(1)} GiB`;
  throw new StudioError(
    'BadInput',
    `${name} has ${gibibytes(bytes)} of weights, too many for the memory of WebAssembly; the limit is ${gibibytes(MAX_BYTES)}. Use a smaller encoder, or one in float16 or int8.`,
  );
}
