import { FIELD_NAMES, DEFAULT_CONFIG } from '../config/schema.ts';
import type { Score } from '../eval/scores.ts';
import type { Precision } from './precision.ts';
import type { ModelBundle } from './bundle-contents.ts';

const STORED_AS: Record<Precision, string> = {
  exact: 'float32',
  half: 'float16',
  small: 'int8 with scales, small ones float16',
};

/** The README of a bundle: architecture, data, scores, settings, and how to use it. */
export function modelCard(bundle: ModelBundle, precision: Precision): string {
  const { config, vocabulary, provenance, weights, vectors: extra } = bundle;
  const readsDocuments = config.context === 'document';
  const isPrivate = vocabulary.options.hashedWords === true;
  const { data, vectors, device, bestEpoch, dev } = provenance;
  const parameters = Object.values(weights).reduce((sum, { values }) => sum + values.length, 0);
  return [
    '# A sequence tagger trained with Tagsmith',
    '',
    `Characters (${config.charEncoder}), a ${config.direction === 'both' ? 'bidirectional' : config.direction} ${config.cell.toUpperCase()} over words, ${config.decoder === 'crf' ? 'a linear-chain CRF' : 'a softmax over the tags of each token'}; ` +
      `${number(parameters)} parameters, ${number(vocabulary.words.length)} words, ${vocabulary.tags.length} tags: ${vocabulary.tags.join(' ')}.`,
    '',
    '## Data',
    '',
    `- Training: ${data.train}, ${number(data.sentences)} sentences, ${number(data.tokens)} tokens, ${number(data.entities)} entities`,
    `- Development: ${data.dev}`,
    `- Word vectors: ${vectors ?? 'none; learnt from the training data'}`,
    '',
    '## Scores on the development data',
    '',
    ...(dev === undefined ? ['Not scored.'] : scoreTable(Object.entries(dev.byType), dev.overall)),
    '',
    '## Training',
    '',
    `Best epoch: ${bestEpoch}. Device: ${device}. Settings (bold: not the default):`,
    '',
    ...FIELD_NAMES.map((name) => {
      const line = `${name} = ${String(config[name])}`;
      return config[name] === DEFAULT_CONFIG[name] ? `- ${line}` : `- **${line}**`;
    }),
    '',
    '## Files',
    '',
    `- \`model.safetensors\`: the parameters, ${STORED_AS[precision]}`,
    '- `config.json`: settings, tag style, provenance',
    isPrivate
      ? '- `vocabulary.json`: hashes of the words of the training data, characters, tags. The words themselves are not in this file, but who suspects one can test whether it was there.'
      : '- `vocabulary.json`: words with their frequencies in the training data, characters, tags. **The words come from the training data**: consider this before you share the model.',
    ...(extra === undefined
      ? []
      : [
          `- \`vectors.bin\`: ${number(extra.scales.length)} pretrained vectors for words that are not in the vocabulary`,
        ]),
    ...(readsDocuments ? [ONLY_JAVASCRIPT] : otherTaggers(extra !== undefined)),
    '- `tagger.mjs`: finds entities in text in JavaScript; needs nothing else. `tagger.d.mts`: its types',
    '',
    '## Usage',
    '',
    '- Tagsmith: drop this zip on the page, or run `tagsmith tag MODEL.zip TEXT`.',
    ...(readsDocuments ? [] : [PYTHON_USAGE]),
    '- JavaScript, in a page, in Node, in a worker or in an extension: `const tagger = await Tagger.load("MODEL.zip")`, with `Tagger` from `tagger.mjs`; then `await tagger.tag("A text.")`.',
    ...(readsDocuments ? [] : ONNX_USAGE),
    '',
  ].join('\n');
}

const ONLY_JAVASCRIPT =
  '- `tagger.py` and `train.py` refuse this model, and there is no `model.onnx`: with `context = document` it reads whole documents, which so far only Tagsmith and `tagger.mjs` do. For Python or ONNX, train with `context = sentence`.';

function otherTaggers(hasVectors: boolean): string[] {
  return [
    '- `tagger.py`: runs the model in Python; needs only PyTorch and numpy',
    '- `model.onnx`: the model as an ONNX graph, from word and character ids to tags; it reads its parameters from `model.safetensors`' +
      (hasVectors ? ' and `vectors.bin`' : '') +
      ', in the same folder',
  ];
}

const PYTHON_USAGE =
  '- Python: `python tagger.py MODEL.zip < TOKENS.txt` tags a file with one token per line and a blank line after each sentence. In a program, call `Tagger.load("MODEL.zip").tag([["One", "sentence"]])`; `Tagger.load("MODEL.zip").model` is a `torch.nn.Module` that can be trained further.';

const ONNX_USAGE = [
  '- Other languages: run `model.onnx` with any ONNX runtime. Its inputs, int32, for B sentences of up to T tokens of up to L characters:',
  '  - `word_ids` [B, T]: indices into `words` of `vocabulary.json`; 0 for an unknown word and for padding',
  '  - `character_ids` [B, T, L]: indices into `characters`, likewise',
  '  - `word_lengths` [B, T]: number of characters of each word; 1 for padding',
  '  - `lengths` [B]: number of tokens of each sentence',
  '',
  '  Its outputs: `tags` [B, T], indices into `tags` of `vocabulary.json`, -1 for padding; `emissions` [B, T, K]; and the scores of the CRF, `transitions`, `start` and `end`.',
];

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
