// Tokens per second of an encoder with random weights, whose values do not affect the time.
//
//   node bench/encoder.mjs [--layers 6] [--width 384] [--tokens 3000]
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  options: {
    layers: { type: 'string', default: '6' },
    width: { type: 'string', default: '384' },
    tokens: { type: 'string', default: '3000' },
  },
});
const { module } = await runnerImport('./bench/encoder/measure.ts');
const [layers, width, tokens] = [values.layers, values.width, values.tokens].map(Number);
for (const threads of [1, 2]) {
  const pace = await module.tokensPerSecond({ layers, width, tokens, threads });
  console.log(
    `${layers} layers, ${width} units, ${threads} thread${threads === 1 ? '' : 's'}: ${Math.round(pace)} tokens/s`,
  );
}
