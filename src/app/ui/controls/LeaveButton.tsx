import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import styles from './LeaveButton.module.css';

/** The button that was pressed is gone. */
const focused = (button: HTMLButtonElement | null) => button?.focus();

/** A button that leaves a view. If something would be lost, it asks first, in its place. */
export function LeaveButton({
  children,
  icon,
  question,
  saving,
  isUnsaved,
  onSave,
  onLeave,
}: {
  children: ReactNode;
  icon?: ReactNode;
  /** What would be lost, as a sentence. */
  question: string;
  /** The button that saves it. */
  saving: string;
  isUnsaved: () => boolean;
  onSave: () => Promise<unknown>;
  onLeave: () => unknown;
}) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <Button leftSection={icon} onClick={() => (isUnsaved() ? setAsking(true) : onLeave())}>
        {children}
      </Button>
    );
  }
  const answer = async (act: () => unknown) => {
    setAsking(false);
    await act();
  };
  const save = async () => {
    await onSave();
    if (!isUnsaved()) await onLeave();
  };
  return (
    <div className={styles.question}>
      <span role="alert">{question}</span>
      <Button ref={focused} variant="filled" onClick={() => void answer(save)}>
        {saving}
      </Button>
      <Button onClick={() => void answer(onLeave)}>Discard</Button>
      <Button onClick={() => setAsking(false)}>Stay</Button>
    </div>
  );
}
