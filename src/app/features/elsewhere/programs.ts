/** Where an exported model can be used without the page. */
export const PLACES = ['Python', 'JavaScript', 'Terminal'] as const;
export type Place = (typeof PLACES)[number];

/** A program that tags a sentence with a model, in lines that fit the panel. @param zip the model's file */
export function programFor(place: Place, zip: string): string {
  switch (place) {
    case 'Python':
      return `# unzip ${zip} -d model
# pip install torch numpy
from model.tagger import Tagger

tagger = Tagger.load("model")
text = "Angela Merkel flew to Berlin ."
print(tagger.tag([text.split()]))`;
    case 'JavaScript':
      return `// unzip ${zip} -d model
// npm install onnxruntime-node
import * as ort from 'onnxruntime-node';
import { readFile } from 'fs/promises';
import { Tagger }
  from './model/tagger.mjs';

const read = (name) =>
  readFile('model/' + name);
const tagger =
  await Tagger.load(ort, read);
const [sentence] = await tagger.tag(
  'Angela Merkel flew to Berlin.'
);
console.log(sentence.entities);`;
    case 'Terminal':
      return `# in the folder of Tagsmith
npx tagsmith tag ${zip} notes.txt`;
    default:
      return place satisfies never;
  }
}
