import { tagKind, type TagKind } from '../data/corpus.ts';
import { DEFAULT_CONFIG, FIELD_NAMES, type RunConfig } from '../config/schema.ts';
import { parseTag, standardStyle } from '../data/tags/tag-style.ts';
import { MODEL_FILE_WORDS } from '../data/vectors/stored-vectors.ts';
import type { Score } from '../eval/scores.ts';
import { mixText } from '../model/layer-shares.ts';
import type { ModelBundle } from './bundle-contents.ts';
import { usage } from './card-usage.ts';
import { plainMarkdown, yamlLines, type Yaml } from './markdown.ts';
import { onlyForJavaScript, withoutGraph } from './supported-programs.ts';
import type { Precision } from './precision.ts';

/** Details that the author of a model provides for its card and the Hugging Face Hub. */
export interface CardDetails {
  /** Name of the model; default: a generic title. */
  name?: string | undefined;
  /** License identifier of the Hub, such as `cc-by-4.0`. */
  license?: string | undefined;
  /** ISO 639 codes, such as `en`, separated by commas. */
  language?: string | undefined;
  /** The id of the training data on the Hub. */
  dataset?: string | undefined;
  /** A sentence to try the model on. */
  example?: string | undefined;
}

const STORED_AS: Record<Precision, string> = {
  exact: 'float32',
  half: 'float16',
  small: 'int8 with scales, small ones float16',
};

/** The README of a bundle: a model card with the metadata that the Hugging Face Hub reads (hub-docs, modelcard.md). */
export function modelCard(bundle: ModelBundle, precision: Precision, details: CardDetails = {}): string {
  return [
    '---',
    ...yamlLines(frontMatter(bundle, details)),
    '---',
    '',
    `# ${plainMarkdown(details.name ?? 'A sequence tagger')}`,
    '',
    ...introduction(bundle),
    '',
    ...usage(bundle.config, {
      hasPython: onlyForJavaScript(bundle) === undefined,
      hasGraph: withoutGraph(bundle) === undefined,
      kind: tagKind(bundle.style),
    }),
    '',
    '## Intended use and limits',
    '',
    ...limits(bundle),
    '',
    '## Evaluation',
    '',
    ...scoreSection(bundle),
    '',
    '## Training',
    '',
    ...training(bundle),
    '',
    '## Files',
    '',
    ...files(bundle, precision),
    '',
  ].join('\n');
}

/** As the Hugging Face Hub calls them. */
const TASKS: Record<TagKind, { task: { type: string; name: string }; tags: string[] }> = {
  entities: {
    task: { type: 'token-classification', name: 'Named-entity recognition' },
    tags: ['token-classification', 'named-entity-recognition', 'ner'],
  },
  labels: { task: { type: 'token-classification', name: 'Token classification' }, tags: ['token-classification'] },
  classes: { task: { type: 'text-classification', name: 'Text classification' }, tags: ['text-classification'] },
};

function frontMatter(bundle: ModelBundle, details: CardDetails): Record<string, Yaml | undefined> {
  const { style, provenance } = bundle;
  const { dev, data } = provenance;
  const languages = details.language?.split(',').map((code) => code.trim());
  const { task, tags } = TASKS[tagKind(style)];
  const metrics = dev && [
    ...(['f1', 'precision', 'recall'] as const).map((type) => ({ type, value: dev.overall[type] })),
    { type: 'accuracy', value: dev.tokenAccuracy },
  ];
  const dataset = { type: details.dataset ?? 'custom', name: data.dev, split: 'validation' };
  const results = metrics && [{ task, dataset, metrics }];
  return {
    language: languages,
    license: details.license,
    library_name: 'tagsmith',
    pipeline_tag: task.type,
    tags: [
      'tagsmith',
      ...tags,
      ...(bundle.config.emissions === 'network' ? ['bilstm'] : []),
      ...(bundle.config.decoder === 'crf' ? ['crf'] : []),
    ],
    datasets: details.dataset === undefined ? undefined : [details.dataset],
    metrics: ['f1', 'precision', 'recall', 'accuracy'],
    widget: details.example === undefined ? undefined : [{ text: details.example }],
    'model-index': results && [{ name: details.name ?? 'tagsmith-model', results }],
  };
}

/** Entity types, or tags if there are none. */
function typesOf({ vocabulary, style }: ModelBundle): string[] {
  if (tagKind(style) !== 'entities') return [...vocabulary.tags];
  const types = vocabulary.tags.map((tag) => parseTag(standardStyle('BIOES'), tag)?.type ?? '');
  return [...new Set(types)].filter((type) => type !== '');
}

function introduction(bundle: ModelBundle): string[] {
  const { provenance, style } = bundle;
  const { train, dev, sentences, entities } = provenance.data;
  const types = typesOf(bundle).map(plainMarkdown).toSorted();
  const named = types.length < 2 ? types.join('') : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`;
  const { what, size, measure } = {
    entities: {
      what: `finds entities of ${types.length === 1 ? 'the type' : 'the types'} ${named} in text`,
      size: `${number(sentences)} sentences with ${number(entities)} entities`,
      measure: 'an F1',
    },
    labels: {
      what: `assigns one of the tags ${named} to each word in text`,
      size: `${number(sentences)} sentences`,
      measure: 'a token accuracy',
    },
    classes: {
      what: `gives a text one of the classes ${named}`,
      size: `${number(sentences)} texts`,
      measure: 'an accuracy',
    },
  }[tagKind(style)];
  const score =
    provenance.dev === undefined
      ? beforeRounding(provenance)
      : ` On its development data, ${plainMarkdown(dev)}, it has ${measure} of **${percent(provenance.dev.overall.f1)}**.`;
  return [
    `This model ${what}. It was trained with Tagsmith, in a browser or on the command line, on ${plainMarkdown(train)}: ${size}.${score}`,
  ];
}

function limits({ provenance, style }: ModelBundle): string[] {
  const { train } = provenance.data;
  const kind = tagKind(style);
  const ofStudent =
    provenance.student === undefined ? '' : ' As a student, it loses more there than its teacher, unless it learnt from unlabelled text of that kind.'; // prettier-ignore
  return [
    `It is meant for text like its training data (${plainMarkdown(train)}): the same language, kind of text and spelling. ${kind === 'classes' ? 'On other text it is wrong more often, and its probabilities are less reliable.' : 'On other text it finds less, and its probabilities are less reliable; `tagsmith evaluate --stress` measures how much less with typing errors, other capitals or unseen names.'}${ofStudent}`,
    '',
    `${kind === 'classes' ? 'It gives some texts a wrong class.' : `It misses some ${kind === 'labels' ? 'tags' : 'entities'} and finds some that are wrong.`} Have a person check its results where a mistake has consequences, such as in redaction or in decisions on people.`,
    '',
    kind === 'classes'
      ? 'Bias: it repeats the choices of its annotators. This was not measured by group. Compare its scores on text of the groups that matter to you.'
      : 'Bias: it repeats the choices of its annotators, and finds names that are rare in its training data, for example of some languages or groups, less often than frequent ones. This was not measured by group. Compare its scores on text of the groups that matter to you.',
  ];
}

function beforeRounding({ exactDev }: ModelBundle['provenance']): string {
  if (exactDev === undefined) return '';
  return ` Before its weights were rounded for this file, its score on the development data was ${percent(exactDev.overall.f1)}; it was not measured after.`;
}

function scoreSection({ provenance, style }: ModelBundle): string[] {
  const { dev } = provenance;
  if (dev === undefined) return [`It was not scored.${beforeRounding(provenance)}`];
  const kind = tagKind(style);
  const isF1 = kind === 'entities';
  const accuracy =
    dev.macroF1 === undefined
      ? `The token accuracy is ${percent(dev.tokenAccuracy)}.`
      : `The accuracy is ${percent(dev.overall.f1)}, the mean F1 of the classes ${percent(dev.macroF1)}.`;
  const row = (name: string, { precision, recall, f1, support }: Score) =>
    `| ${name} | ${percent(precision)} | ${percent(recall)} | ${percent(f1)} | ${number(support)} |`;
  return [
    `| ${{ entities: 'type', labels: 'tag', classes: 'class' }[kind]} | precision | recall | F1 | support |`,
    '| --- | ---: | ---: | ---: | ---: |',
    ...Object.entries(dev.byType).map(([type, score]) => row(plainMarkdown(type), score)),
    ...(isF1 ? [row('**overall**', dev.overall)] : []),
    '',
    `${isF1 ? 'Only exact matches count, as in conlleval.' : accuracy} The best epoch was selected on these data, so expect slightly lower scores on similar text, and much lower ones on other kinds of text. Evaluate the model on your own data before you rely on it.`,
  ];
}

function training({ config, vocabulary, provenance, weights, style }: ModelBundle): string[] {
  const { vectors, device, bestEpoch, student } = provenance;
  const parameters = Object.values(weights).reduce((sum, { values }) => sum + values.length, 0);
  const changed = FIELD_NAMES.filter((name) => config[name] !== DEFAULT_CONFIG[name]);
  return [
    `${architecture(config, tagKind(style))} It has ${number(parameters)} parameters, ${number(vocabulary.words.length)} words and ${vocabulary.tags.length} tags. ` +
      inputsText(config, vocabulary, vectors) +
      `The weights are those of epoch ${bestEpoch}, the best one on the development data, trained on ${plainMarkdown(device)}.` +
      mixed({ vocabulary, weights }) +
      distilled(student),
    '',
    changed.length === 0
      ? 'All settings are the defaults:'
      : `Settings that differ from the defaults: ${changed.map((name) => `**${name} = ${String(config[name])}**`).join(', ')}. All of them:`,
    '',
    FIELD_NAMES.map((name) => `\`${name} = ${String(config[name])}\``).join(', '),
  ];
}

/** Where the inputs of the model come from. @param vectors name of the file */
function inputsText(
  { emissions }: RunConfig,
  { features }: ModelBundle['vocabulary'],
  vectors: string | undefined,
): string {
  if (emissions === 'features') return `It has weights for ${number(features?.indicators?.length ?? 0)} features. `;
  return `Its word vectors ${vectors === undefined ? 'were learned from the training data' : `come from ${plainMarkdown(vectors)}`}. `;
}

function mixed({ vocabulary, weights }: Pick<ModelBundle, 'vocabulary' | 'weights'>): string {
  const [w, gamma] = [weights['mix.w'], weights['mix.gamma']];
  if (w === undefined || gamma === undefined) return '';
  const text = plainMarkdown(mixText(vocabulary, { w: w.values, gamma: gamma.values[0]! }));
  return ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function distilled(student: ModelBundle['provenance']['student']): string {
  if (student === undefined) return '';
  const { teachers, texts } = student;
  const of = teachers === 1 ? 'a larger model' : `${teachers} larger models`;
  const more = texts === 0 ? '' : `, and on ${number(texts)} sentences without labels`;
  return ` It was distilled from ${of}, on the training data${more}, with reduced and rounded word vectors.`;
}

function architecture(
  { emissions, charEncoder, direction, cell, layers, decoder, pooling }: RunConfig,
  kind: TagKind,
): string {
  const characters = { cnn: 'A CNN over characters', lstm: 'An LSTM over characters', none: '' }[charEncoder];
  const reads = direction === 'both' ? 'bidirectional' : direction;
  const recurrent = `${layers === 1 ? 'a' : layers} ${reads} ${cell.toUpperCase()}${layers === 1 ? '' : ' layers'} over words`;
  const pooled = {
    last: 'the last state of each direction',
    mean: 'the mean of its states',
    max: 'the maximum of its states',
    attention: 'a mean of its states with learned weights',
  }[pooling];
  const decodes =
    kind === 'classes'
      ? `${pooled}, a softmax over the classes`
      : decoder === 'crf'
        ? 'a linear-chain CRF'
        : 'a softmax over the tags of each token';
  const scores =
    emissions === 'features' ? ['hand-made features of each word and its neighbours'] : [characters, recurrent];
  const text = [...scores, decodes].filter((part) => part !== '').join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const OTHER_TAGGERS = [
  '- `tagger.py`, `train.py`, `tagsmith_torch/`: the model in PyTorch, and its training',
  '- `model.onnx`: the model for ONNX runtimes; it reads its parameters from the other files of this folder',
];

function files(bundle: ModelBundle, precision: Precision): string[] {
  const { vocabulary, vectors, provenance } = bundle;
  const source = provenance.vectors === undefined ? 'its vectors file' : plainMarkdown(provenance.vectors);
  const refused = withoutGraph(bundle);
  const isPrivate = vocabulary.options.hashedWords === true;
  return [
    `- \`model.safetensors\`: the parameters, ${STORED_AS[precision]}`,
    '- `config.json`: settings, labels, tag style, provenance',
    isPrivate
      ? '- `vocabulary.json`: hashes of the words of the training data, characters, tags. The words themselves are not in this file, but anyone can test whether a given word was in the training data.'
      : '- `vocabulary.json`: words with their frequencies in the training data, characters, tags. **The words come from the training data**: consider this before you share the model.',
    ...(vectors === undefined
      ? []
      : [
          `- \`vectors.bin\`: ${number(vectors.scales.length)} pretrained vectors of out-of-vocabulary words, from the first ${number(MODEL_FILE_WORDS)} words of ${source}. All other words count as unknown, except in Tagsmith with that file loaded, which reads their vectors from it.`,
        ]),
    '- `tagger.mjs`, `tagger.d.mts`, `tagger.d.ts`: a tagger for JavaScript',
    ...(refused === undefined ? OTHER_TAGGERS : [refusal(bundle, refused)]),
  ];
}

function refusal(bundle: ModelBundle, refused: string): string {
  return onlyForJavaScript(bundle) === undefined
    ? `- \`tagger.py\`, \`tagsmith_torch/\`: the model in PyTorch. There is no \`model.onnx\`: ${refused}`
    : `- \`tagger.py\` and \`train.py\` refuse this model, and there is no \`model.onnx\`: ${refused}`;
}

const percent = (share: number) => (100 * share).toFixed(2);
const number = (value: number) => value.toLocaleString('en');
