import { shellWord } from '../../../lib/shell-word.ts';
import type { ModelInfo } from '../../../workers/wire/payloads.ts';

/** Languages in which an exported model can be used. */
const LANGUAGES = ['Python', 'JavaScript', 'Terminal'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The languages that support a model: tagger.py supports only words and characters, and only Tagsmith runs an
 * encoder.
 */
export function languagesFor({ features, encoder }: Pick<ModelInfo, 'features' | 'encoder'>): readonly Language[] {
  if (encoder !== undefined) return ['Terminal'];
  return features.length === 0 ? LANGUAGES : LANGUAGES.filter((language) => language !== 'Python');
}

const TAGGING = {
  Python: `text = "Angela Merkel flew to Berlin."
for entity in tagger.predict(text):
    print(entity)`,
  JavaScript: `const [sentence] = await tagger.tag(
  'Angela Merkel flew to Berlin.'
);
console.log(sentence.entities);`,
};

const CLASSIFYING: typeof TAGGING = {
  Python: `texts = ["The soup was cold."]
for classes in tagger.classify(texts):
    print(classes[0])`,
  JavaScript: `const [first] = await tagger.classify(
  'The soup was cold.'
);
console.log(first);`,
};

/**
 * A program that tags a sentence or classifies a text, in lines that fit the panel.
 *
 * @param zip the file name of the model
 */
export function programFor(
  language: Language,
  zip: string,
  { encoder, predicts }: Pick<ModelInfo, 'encoder' | 'predicts'>,
): string {
  const uses = predicts === 'classes' ? CLASSIFYING : TAGGING;
  switch (language) {
    case 'Python':
      return `# unzip ${shellWord(zip)} -d model
# pip install torch numpy
from model.tagger import Tagger

tagger = Tagger.load("model")
${uses.Python}`;
    case 'JavaScript':
      return `// unzip ${shellWord(zip)} -d model
import { Tagger }
  from './model/tagger.mjs';

const tagger =
  await Tagger.load('model/');
${uses.JavaScript}`;
    case 'Terminal':
      return `# in the folder of Tagsmith
npx tagsmith tag ${shellWord(zip)} ${encoder !== undefined ? '\\\n  --encoder encoder-folder ' : ''}notes.txt`;
    default:
      return language satisfies never;
  }
}
