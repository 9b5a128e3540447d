import { shellWord } from '../../../lib/shell-word.ts';
import type { ModelInfo } from '../../../workers/wire/payloads.ts';

/** Languages in which an exported model can be used. */
const LANGUAGES = ['Python', 'JavaScript', 'Terminal'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The languages that support a model: only Tagsmith gives texts a class, tagger.py supports only words and characters, and only Tagsmith runs an encoder. */
export function languagesFor({
  features,
  encoder,
  predicts,
}: Pick<ModelInfo, 'features' | 'encoder' | 'predicts'>): readonly Language[] {
  if (encoder !== undefined || predicts === 'classes') return ['Terminal'];
  return features.length === 0 ? LANGUAGES : LANGUAGES.filter((language) => language !== 'Python');
}

/** A program that tags a sentence, in lines that fit the panel. @param zip the file name of the model */
export function programFor(language: Language, zip: string, hasEncoder = false): string {
  switch (language) {
    case 'Python':
      return `# unzip ${shellWord(zip)} -d model
# pip install torch numpy
from model.tagger import Tagger

tagger = Tagger.load("model")
text = "Angela Merkel flew to Berlin."
for entity in tagger.predict(text):
    print(entity)`;
    case 'JavaScript':
      return `// unzip ${shellWord(zip)} -d model
import { Tagger }
  from './model/tagger.mjs';

const tagger =
  await Tagger.load('model/');
const [sentence] = await tagger.tag(
  'Angela Merkel flew to Berlin.'
);
console.log(sentence.entities);`;
    case 'Terminal':
      return `# in the folder of Tagsmith
npx tagsmith tag ${shellWord(zip)} ${hasEncoder ? '\\\n  --encoder encoder-folder ' : ''}notes.txt`;
    default:
      return language satisfies never;
  }
}
