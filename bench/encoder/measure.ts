import * as ort from 'onnxruntime-web';
import { openEncoder, identityOf } from '../../src/encoder/open-encoder.ts';
import { smallEncoder } from '../../test/helpers/small-encoder.ts';

const WORDS = ['the', 'in', 'of', 'said', 'norrby', 'otter', '.', 'city', 'weir', 'new', 'york'];

/** Tokens per second of sentences with 15 words on average, as in CoNLL-2003, in ONNX Runtime for WebAssembly. */
export async function tokensPerSecond(options: { layers: number; width: number; tokens: number; threads: number }) {
  const { layers, width, tokens, threads } = options;
  ort.env.wasm.numThreads = threads;
  const files = smallEncoder({ layers, width, heads: width / 32, positions: 512, external: true, words: WORDS });
  const encoder = await openEncoder(
    ort,
    Object.entries(files).map(([name, contents]) => new File([contents], name)),
  );
  const identity = identityOf(encoder.description, { layers: 'final', pooling: 'first' });
  const sentences: string[][] = [];
  for (let count = 0; count < tokens; count += sentences.at(-1)!.length) {
    const length = 5 + ((sentences.length * 7) % 21);
    sentences.push(Array.from({ length }, (_, t) => WORDS[(sentences.length + t * t) % WORDS.length]!));
  }
  const begin = performance.now();
  let done = 0;
  for await (const { features } of encoder.compute(identity, sentences)) done += features.length / width;
  const seconds = (performance.now() - begin) / 1000;
  await encoder.close();
  return done / seconds;
}
