import type { Answers, Exercise, Field, Verdict } from '../../../lessons/tasks/task.ts';
import styles from './Lessons.module.css';
import { NumberTable } from './NumberTable.tsx';
import { useSay } from './use-say.ts';

interface FieldsProps {
  exercise: Exercise;
  answers: Answers;
  verdicts: Readonly<Record<string, Verdict>> | undefined;
  onChange: (field: string, text: string) => void;
}

/** The fields of an exercise: a table, or one below the other. */
export function Fields({ exercise: { grid, fields }, ...rest }: FieldsProps) {
  const { t, say, score } = useSay();
  if (grid === undefined) {
    return (
      <div className={styles.fields}>
        {fields.map((field) => (
          <Answer key={field.id} field={field} isLabelled {...rest} />
        ))}
      </div>
    );
  }
  const isAt = (row: number, column: number, place: Field['place']) => place?.[0] === row && place[1] === column;
  return (
    <NumberTable
      caption={t('exercise.yours')}
      columns={[t('label.tag'), ...grid.columns.map(say)]}
      rows={grid.rows.map((row, i) => ({
        head: say(row),
        cells: grid.columns.map((_, j) => [
          ...fields
            .filter(({ place }) => isAt(i, j, place))
            .map((field) => <Answer key={field.id} field={field} isLabelled={false} {...rest} />),
          ...(grid.known ?? []).filter(({ place }) => isAt(i, j, place)).map((known) => score(known.score)),
        ]),
      }))}
    />
  );
}

interface AnswerProps extends Omit<FieldsProps, 'exercise'> {
  field: Field;
  /** Whether the label is visible. */
  isLabelled: boolean;
}

const MARKS: Readonly<Record<Verdict, string>> = { right: '✓', wrong: '✗', empty: '' };

function Answer({ field, isLabelled, answers, verdicts, onChange }: AnswerProps) {
  const { t, say } = useSay();
  const label = say(field.label);
  const value = answers[field.id] ?? '';
  const verdict = verdicts?.[field.id] ?? 'empty';
  const isLong = field.kind === 'choice' && field.options.some((option) => say(option).length > 24);
  const common = {
    'data-verdict': verdict,
    'aria-invalid': verdict === 'wrong' || undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(field.id, event.currentTarget.value),
  };
  if (isLong && field.kind === 'choice') {
    return (
      <fieldset className={styles.options}>
        <legend>{label}</legend>
        {field.options.map((option, i) => (
          <label key={i} data-verdict={value === String(i) ? verdict : undefined}>
            <input
              type="radio"
              name={field.id}
              value={i}
              checked={value === String(i)}
              onChange={() => onChange(field.id, String(i))}
            />
            <span>{say(option)}</span>
            {value === String(i) && <Mark verdict={verdict} />}
          </label>
        ))}
      </fieldset>
    );
  }
  const name =
    verdict === 'empty' ? label : `${label}: ${t(verdict === 'right' ? 'exercise.isRight' : 'exercise.isWrong')}`;
  return (
    <label className={styles.answer} data-stacked={field.short !== undefined || undefined}>
      {isLabelled && <span>{say(field.short ?? field.label)}</span>}
      {field.kind === 'number' ? (
        <input
          className={styles.input}
          aria-label={name}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          {...common}
        />
      ) : (
        <select className={styles.select} aria-label={name} value={value} {...common}>
          <option value="">–</option>
          {field.options.map((option, i) => (
            <option key={i} value={i}>
              {say(option)}
            </option>
          ))}
        </select>
      )}
      <Mark verdict={verdict} />
    </label>
  );
}

function Mark({ verdict }: { verdict: Verdict }) {
  return (
    <span className={styles.mark} data-verdict={verdict} aria-hidden="true">
      {MARKS[verdict]}
    </span>
  );
}
