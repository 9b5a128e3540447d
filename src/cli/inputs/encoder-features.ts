import type { RunConfig } from '../../config/schema.ts';
import { loadEncoderFeatures } from '../../runs/load-encoder-features.ts';
import { encoderOf } from '../../runs/prepare.ts';
import { count } from '../format.ts';
import type { Terminal } from '../terminal.ts';
import type { RunInputs } from '../../runs/inputs.ts';

/** Computes the encoder features if runs use an encoder, with progress and remaining time. @throws StudioError Cancelled, OutOfMemory */
export async function computeFeatures(
  terminal: Terminal,
  configs: readonly RunConfig[],
  { source, corpora }: Pick<RunInputs, 'source' | 'corpora'>,
  signal: AbortSignal,
): Promise<void> {
  const begin = performance.now();
  let total = 0;
  const encoders = configs.map((config) => encoderOf(config, source));
  await loadEncoderFeatures(encoders, source, corpora.test?.sentences, {
    signal,
    onProgress: (done, of) => {
      total = of;
      const seconds = (performance.now() - begin) / 1000;
      const left = done === 0 ? '' : `, about ${Math.ceil((seconds * (of - done)) / done)} s left`;
      terminal.progress(`encoding: ${count(done)} of ${count(of)} tokens${left}`);
    },
  });
  terminal.clearProgress();
  if (total === 0) return;
  const seconds = (performance.now() - begin) / 1000;
  terminal.note(
    `encoded ${count(total)} tokens in ${seconds.toFixed(1)} s, ${count(Math.round(total / seconds))} tokens/s; cached for later runs`,
  );
}
