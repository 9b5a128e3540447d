import type { TagKind } from '../data/corpus.ts';
import type { RunConfig } from '../config/schema.ts';

const TAGGING = [
  'tagger.predict("A text.")  # entities with type, text, start, end and probability',
  'tagger.tag([["One", "sentence", "in", "tokens", "."]])',
];
const CLASSIFYING = ['tagger.classify(["A text."])  # its classes with their probabilities, most probable first'];

function pythonUsage({ emissions }: RunConfig, kind: TagKind): string[] {
  const isOfTexts = kind === 'classes';
  const program = [
    'In Python, with PyTorch, numpy, and `tagger.py` and `tagsmith_torch/` of this folder:',
    '',
    '```python',
    'from tagger import Tagger',
    '',
    'tagger = Tagger.load(".")  # the folder, or the zip',
    ...(isOfTexts ? CLASSIFYING : TAGGING),
    '```',
    '',
  ];
  if (isOfTexts)
    return [...program, '`python tagger.py MODEL < TEXTS.txt` puts the class of each line and a tab before it.', ''];
  const training = emissions === 'features' ? '' : '; `python tagger.py train` trains the model further';
  return [
    ...program,
    `\`python tagger.py MODEL < TOKENS.txt\` adds a column of tags to a file with one token per line${training}.`,
    '',
  ];
}

const NETWORK_INPUTS = [
  'In other languages: run `model.onnx` with any ONNX runtime. Its inputs, int32, for B sentences of up to T tokens of up to L characters:',
  '',
  '- `word_ids` [B, T]: indices into `words` of `vocabulary.json`; 0 for an unknown word and for padding',
  '- `character_ids` [B, T, L]: indices into `characters`, likewise',
  '- `word_lengths` [B, T]: number of characters of each word; 1 for padding',
  '- `lengths` [B]: number of tokens of each sentence',
  '- `links` [B, T, M], only of a model with `context = document`: where else the word occurs in the document, as b · T + t; then -1',
];

const FEATURE_INPUTS = [
  'In other languages: run `model.onnx` with any ONNX runtime. Its inputs, int32, for B sentences of up to T tokens with up to M features:',
  '',
  '- `feature_ids` [B, T, M]: indices into `features.indicators` of `vocabulary.json`, then -1; `tagsmith_torch/indicators.py` finds them',
  '- `lengths` [B]: number of tokens of each sentence',
];

function onnxUsage({ emissions }: RunConfig): string[] {
  return [
    ...(emissions === 'features' ? FEATURE_INPUTS : NETWORK_INPUTS),
    '',
    'Its outputs: `tags` [B, T], indices into `tags` of `vocabulary.json`, -1 for padding; `emissions` [B, T, K]; and the scores of the CRF, `transitions`, `start` and `end`.',
  ];
}

const javaScriptUsage = (kind: TagKind) => [
  'In JavaScript, in a page, in Node, in a worker or in an extension:',
  '',
  '```js',
  "import { Tagger } from './tagger.mjs';",
  '',
  "const tagger = await Tagger.load('./');",
  kind === 'classes'
    ? "const [{ type, probability }] = await tagger.classify('A text.');"
    : "const [sentence] = await tagger.tag('A text.');",
  '```',
  '',
];

/** How to use a model, in Markdown lines. */
export function usage(
  config: RunConfig,
  { hasPython, hasGraph, kind }: { hasPython: boolean; hasGraph: boolean; kind: TagKind },
): string[] {
  return [
    '## Usage',
    '',
    'From the Hugging Face Hub, with its command line: `hf download USER/NAME --local-dir model`, where USER/NAME is this repository.',
    '',
    'With Tagsmith: drop the zip, or this folder, on the page, or run',
    '',
    '```sh',
    'tagsmith tag MODEL TEXT.txt',
    '```',
    '',
    ...(hasPython ? pythonUsage(config, kind) : []),
    ...javaScriptUsage(kind),
    ...(hasGraph ? onnxUsage(config) : []),
  ];
}
