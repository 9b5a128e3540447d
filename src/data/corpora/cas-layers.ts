import type { TextToken } from '../text/tokenizer.ts';
import { coverText, inSentences } from './records/given-tokens.ts';
import type { AnnotatedText, WrittenSpan } from './records/record.ts';

/** Features that hold the type of an entity. */
const TYPES = ['value', 'label', 'type', 'category', 'tag', 'entityType'];
/** Annotations that are not entities. */
const OTHERS = /^(DocumentMetaData|DocumentAnnotation|TagDescription|Lemma|Stem|POS\w*|MorphologicalFeatures|Sofa)$/;

/** The annotations of a CAS of UIMA, by their layers. */
export class CasLayers {
  readonly #text: string;
  readonly #tokens: TextToken[] = [];
  readonly #starts: number[] = [];
  readonly #layers = new Map<string, WrittenSpan[]>();

  /** @param text of the document */
  constructor(text: string) {
    this.#text = text;
  }

  /** Adds an annotation of a layer; ignores what has no place. */
  add(layer: string, features: Readonly<Record<string, unknown>>): void {
    if (features['begin'] === undefined || OTHERS.test(layer)) return;
    const [start, end] = [Number(features['begin']), Number(features['end'])];
    if (!Number.isInteger(start) || !Number.isInteger(end)) return;
    if (layer === 'Token') this.#tokens.push({ text: this.#text.slice(start, end), start, end });
    else if (layer === 'Sentence') this.#starts.push(start);
    else {
      const type = TYPES.map((name) => features[name]).find((value) => typeof value === 'string' && value !== '');
      const spans = this.#layers.get(layer) ?? [];
      spans.push({ start, end, type: (type as string | undefined) ?? layer, unit: 'UTF-16 units' });
      this.#layers.set(layer, spans);
    }
  }

  /** The text with the named entities, or else the first layer. */
  read(): AnnotatedText {
    const names = [...this.#layers.keys()];
    const chosen = names.includes('NamedEntity') ? 'NamedEntity' : names[0];
    const others = names.filter((name) => name !== chosen);
    const tokens = this.#tokens.toSorted((a, b) => a.start - b.start);
    const starts = this.#starts.length > 0 ? this.#starts.toSorted((a, b) => a - b) : undefined;
    return {
      text: this.#text,
      spans: chosen === undefined ? [] : this.#layers.get(chosen)!,
      ...(tokens.length > 0 && coverText(this.#text, tokens) && { sentences: inSentences(this.#text, tokens, starts) }),
      notes: others.length > 0 ? [`further layers (${others.join(', ')}): only ${chosen} was read`] : [],
    };
  }
}
