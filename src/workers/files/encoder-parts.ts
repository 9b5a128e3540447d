import { isOnnx } from '../../encoder/encoder-files.ts';
import { isOfBundle } from '../../lib/model-files.ts';

/** Other files in the Hugging Face Hub repository of an encoder: weights for other programs, other formats of the tokenizer. */
const COMPANION =
  /^(tokenizer|tokenizer_config|config|special_tokens_map|added_tokens|vocab|generation_config|modules|sentence_bert_config|config_sentence_transformers|quantize_config|ort_config)\.json$|^(vocab|merges)\.txt$|^readme\.md$|^licen[cs]e|^\.git|\.(onnx|onnx_data|data|bin|safetensors|h5|ot|msgpack|model|pt)$/i;

/** Separates the files of an encoder, if there is one, from the other files. */
export function withoutEncoder<F extends { name: string }>(files: readonly F[]): { encoder: F[]; files: F[] } {
  const nameOf = ({ name }: F) => name.split('/').at(-1)!;
  const names = files.map(nameOf);
  // An exported model also contains an ONNX file.
  const isBundle = names.includes('vocabulary.json') && names.filter(isOfBundle).length > 2;
  // Weights for PyTorch alone are refused as an encoder, too: the message says how to export it.
  const isEncoder = !isBundle && names.some((name) => isOnnx(name) || /^tokenizer\.json$|\.safetensors$/.test(name));
  if (!isEncoder) return { encoder: [], files: [...files] };
  const belongs = (file: F) => COMPANION.test(nameOf(file));
  return { encoder: files.filter(belongs), files: files.filter((file) => !belongs(file)) };
}
