import type { Sentence } from '../../data/corpus.ts';
import { exchangeNames, namesByType } from '../../data/corpora/exchange-names.ts';
import type { StressTest } from './change.ts';

/** Agarwal et al. 2020, arXiv:2004.04123. */
export const exchangedNames: StressTest = {
  id: 'exchanged',
  label: 'names exchanged',
  about:
    'Every name replaced by another one of the same type: from the training data, or, without them, from the file.',
  augmentation: 'mentions',
  change: (sentences, { style, train, seed }) => {
    if (style.scheme === 'none') return undefined;
    return { sentences: exchangeNames(sentences, namesByType(train ?? sentences), style, seed) };
  },
};

export const listedNames: StressTest = {
  id: 'listed',
  label: 'names of the lists',
  about: 'Every name replaced by one of the list that is named after its type.',
  augmentation: 'mentions',
  change: (sentences, { style, lists, seed }) => {
    const names = new Map(lists.map((list) => [list.name, list.names.map((name) => name.split(' '))]));
    const hasType = ({ spans }: Sentence) => spans.some(({ type }) => names.has(type));
    if (style.scheme === 'none' || !sentences.some(hasType)) return undefined;
    return { sentences: exchangeNames(sentences, names, style, seed) };
  },
};
