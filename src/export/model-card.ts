import { FIELD_NAMES, DEFAULT_CONFIG } from '../config/schema.ts';
import type { Score } from '../eval/scores.ts';
import type { ModelBundle } from './bundle.ts';

/** The README of a bundle: what the model is, what it was trained on, how well it does, how it was made. */
export function modelCard({ config, vocabulary, provenance, weights, vectors: extra }: ModelBundle): string {
  const { data, vectors, device, bestEpoch, dev } = provenance;
  const parameters = Object.values(weights).reduce((sum, { values }) => sum + values.length, 0);
  return [
    '# A sequence tagger trained with Tagsmith',
    '',
    `Characters (${config.charEncoder}), a bidirectional ${config.cell.toUpperCase()} over words, ${config.decoder === 'crf' ? 'a linear-chain CRF' : 'a softmax for each token'}; ` +
      `${number(parameters)} parameters, ${number(vocabulary.words.length)} words, ${vocabulary.tags.length} tags: ${vocabulary.tags.join(' ')}.`,
    '',
    '## Data',
    '',
    `- Training: ${data.train}, ${number(data.sentences)} sentences, ${number(data.tokens)} tokens, ${number(data.entities)} entities`,
    `- Development: ${data.dev}`,
    `- Word vectors: ${vectors ?? 'none, learnt from the training data'}`,
    '',
    '## Scores on the development data',
    '',
    ...(dev === undefined ? ['Not scored.'] : scoreTable(Object.entries(dev.byType), dev.overall)),
    '',
    '## How it was made',
    '',
    `Best epoch ${bestEpoch}, on ${device}. The settings (those in bold differ from the defaults):`,
    '',
    ...FIELD_NAMES.map((name) => {
      const line = `${name} = ${String(config[name])}`;
      return config[name] === DEFAULT_CONFIG[name] ? `- ${line}` : `- **${line}**`;
    }),
    '',
    '## Files',
    '',
    '- `model.safetensors`: the parameters, float32',
    '- `config.json`: settings, tag style, provenance',
    '- `vocabulary.json`: words with their frequencies in training, characters, tags. **The words come from the training data**: think of that before you share it.',
    ...(extra === undefined
      ? []
      : [`- \`vectors.bin\`: ${number(extra.scales.length)} pretrained vectors, for words that training did not have`]),
    '- `tagger.py`: loads all of this in Python, with PyTorch and numpy and nothing else',
    '- `model.onnx`: the model as an ONNX graph, from ids of words and characters to tags; its parameters are those of `model.safetensors`, which has to be beside it' +
      (extra === undefined ? '' : ', and `vectors.bin`'),
    '- `tagger.mjs`: text to entities in JavaScript, with ONNX Runtime and nothing else',
    '',
    '## How to use it',
    '',
    '- Drop this zip on a Tagsmith page, or run `tagsmith tag MODEL.zip TEXT`.',
    '- In Python: `python tagger.py MODEL.zip < TOKENS.txt` tags a file of one token a line, with a blank line after each sentence; `Tagger.load("MODEL.zip").tag([["One", "sentence"]])` does so in a program, and `Tagger.load("MODEL.zip").model` is a `torch.nn.Module` to go on with.',
    '- In JavaScript, in a page or in Node, with this zip unpacked to `model/`: `await Tagger.load(ort, read)`, where `ort` is the module onnxruntime-web or onnxruntime-node and `read` gives the bytes of a file by its name; then `await tagger.tag("A text.")`.',
    '- Elsewhere: any program that runs ONNX models runs `model.onnx`. Its inputs, int32, for B sentences of up to T tokens of up to L characters:',
    '  - `word_ids` [B, T]: rows of `words` of `vocabulary.json`; 0 for an unknown word, and after the end of a sentence',
    '  - `character_ids` [B, T, L]: likewise of `characters`',
    '  - `word_lengths` [B, T]: the characters of each word; 1 after the end of a sentence',
    '  - `lengths` [B]: the tokens of each sentence',
    '',
    '  Its outputs: `tags` [B, T], indices into `tags` of `vocabulary.json` and -1 after the end of a sentence; `emissions` [B, T, K], and the scores of the CRF, `transitions`, `start` and `end`.',
    '',
  ].join('\n');
}

function scoreTable(types: [string, Score][], overall: Score): string[] {
  const row = (name: string, { precision, recall, f1, support }: Score) =>
    `| ${name} | ${percent(precision)} | ${percent(recall)} | ${percent(f1)} | ${number(support)} |`;
  return [
    '| type | precision | recall | F1 | support |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...types.map(([type, score]) => row(type, score)),
    row('**overall**', overall),
  ];
}

const percent = (share: number) => (100 * share).toFixed(2);
const number = (value: number) => value.toLocaleString('en');
