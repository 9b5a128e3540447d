import { ScoreField as Field, type ScoreFieldProps } from '../../ui/controls/ScoreField.tsx';
import { useSay } from './use-say.ts';

/** A number in the language of the lessons. */
export function ScoreField(props: Omit<ScoreFieldProps, 'text'>) {
  const { score } = useSay();
  return <Field {...props} text={score} />;
}
