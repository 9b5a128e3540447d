import { encodingTitle, type EncodingReading, type LegacyEncoding } from '../../../data/encodings.ts';
import { InlineSelect } from './InlineSelect.tsx';

interface EncodingChoiceProps {
  /** Of the file. */
  name: string;
  /** Undefined: it needs no choice. */
  encoding: EncodingReading | undefined;
  isDisabled: boolean;
  /** @param encoding undefined: the one that is guessed */
  onChoose: (encoding: LegacyEncoding | undefined) => void;
}

/** In which encoding a text that is not UTF-8 is read, with a word of it in each of the others. */
export function EncodingChoice({ name, encoding, isDisabled, onChoose }: EncodingChoiceProps) {
  if (encoding === undefined || encoding.samples.length === 0) return null;
  const { guess, chosen, samples } = encoding;
  const isListed = samples.some((sample) => sample.encoding === guess);
  const options = samples.map((one) => ({
    value: one.encoding as string,
    label: `“${one.sample}”, ${encodingTitle(one.encoding)}`,
  }));
  return (
    <p>
      {chosen === undefined ? 'Not UTF-8, probably ' : 'Read, as you chose, in '}
      <InlineSelect
        label={`Encoding of ${name}`}
        options={isListed ? options : [{ value: guess, label: encodingTitle(guess) }, ...options]}
        value={chosen ?? guess}
        isDisabled={isDisabled}
        onChange={(value) => onChoose(value === guess ? undefined : (value as LegacyEncoding))}
      />
    </p>
  );
}
