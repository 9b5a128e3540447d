import { strToU8, zipSync } from 'fflate';
import type { Sentence, TagStyle } from '../data/corpus.ts';
import { formatConll } from '../data/corpora/columns/write-conll.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import { writeBundle } from './bundle.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import { pythonPrograms } from './python-programs.ts';

/** Sentences for training and scoring. */
export interface ClusterData {
  train: readonly Sentence[];
  dev: readonly Sentence[];
}

/** Shell commands that train the model in PyTorch, with a comment above each. */
export const CLUSTER_LINES = `# on one machine with 4 GPUs; without a GPU, as many processes as cores
torchrun --nproc_per_node 4 tagger.py train model.zip --train train.conll --dev dev.conll --out new.zip --resume

# on two machines: the same on both, with --node_rank 0 on the one named FIRST and 1 on the other
torchrun --nnodes 2 --node_rank 0 --master_addr FIRST --master_port 29500 --nproc_per_node 4 \\
  tagger.py train model.zip --train train.conll --dev dev.conll --out new.zip --resume

# in one process
python tagger.py train model.zip --train train.conll --dev dev.conll --out new.zip --resume`;

/** Everything needed to continue the training of a model in PyTorch, as a zip: model, data, programs and commands. */
export function writeClusterKit(bundle: ModelToWrite, { train, dev }: ClusterData): Uint8Array<ArrayBuffer> {
  const files = {
    'README.md': strToU8(README),
    'model.zip': [writeBundle(bundle), { level: 0 }] as [Uint8Array, { level: 0 }],
    'train.conll': strToU8(columnsOf(train, bundle.style)),
    'dev.conll': strToU8(columnsOf(dev, bundle.style)),
    ...pythonPrograms(),
  };
  return zipSync(files, { level: 6 }) as Uint8Array<ArrayBuffer>;
}

/** A token and its tag per line, in the tag style of the model's training file. Between tabs, both may have spaces. */
function columnsOf(sentences: readonly Sentence[], style: TagStyle): string {
  const tagsOf = ({ tags, spans, tokens }: Sentence) =>
    style.scheme === 'none' ? tags : tagsOfSpans(style, spans, tokens.length);
  return formatConll(
    sentences.map((sentence) => [sentence.tokens, tagsOf(sentence)]),
    '\t',
  );
}

const README = `# Train further in PyTorch

Needs Python 3.10, PyTorch 1.13 or later, and numpy. Unpack this folder on every machine and run, in it:

\`\`\`sh
${CLUSTER_LINES}
\`\`\`

Any number of processes can train the same model. A larger batch can be split among more processes: \`--set batchSize=64\`.
With \`--resume\`, an interrupted run resumes after its last complete epoch. \`python tagger.py train --help\` lists all options.

Then drop \`new.zip\` on the studio's page, or run \`tagsmith tag new.zip TEXT\`.
`;
