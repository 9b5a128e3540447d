import type { VectorsReading } from '../../../data/vectors/usual-rows.ts';

type Form = VectorsReading['form'];

const SPLITS: Record<Form['split'], string> = {
  spaces: 'spaces or tabs',
  tab: 'a tab, then signs between numbers',
  ',': 'commas',
  ';': 'semicolons',
  '|': 'vertical bars',
  brackets: 'brackets around the numbers',
};

const WORDS: Record<Form['words'], string> = {
  asWritten: 'as written',
  quotes: 'without quotation marks "…"',
  apostrophes: "without quotation marks '…'",
  bytes: "decoded from bytes b'…'",
  language: 'without their language /c/en/',
  partOfSpeech: 'without their part of speech _NOUN',
  colon: 'without the colon at their end',
  pieces: 'pieces that are whole words',
};

export const splitChoices = ({ splits }: VectorsReading): { value: Form['split']; label: string }[] =>
  splits.map((value) => ({ value, label: SPLITS[value] }));

export const WORD_CHOICES = (Object.keys(WORDS) as Form['words'][]).map((value) => ({ value, label: WORDS[value] }));

/** What is true of the lines or not, and can be changed. */
export const LINE_FACTS: readonly { fact: 'hasNames' | 'isNumbered' | 'hasCounts'; label: string }[] = [
  { fact: 'hasNames', label: 'The first line names the columns' },
  { fact: 'isNumbered', label: 'Each line begins with its number' },
  { fact: 'hasCounts', label: 'The first number is how often the word occurs' },
];

/** `words as written, separated by spaces or tabs` */
export function formInWords({ form: { split, words } }: VectorsReading): string {
  return `words ${WORDS[words]}, ${split === 'brackets' ? SPLITS[split] : `separated by ${SPLITS[split]}`}`;
}
