import { useEffect } from 'react';
import { readSets } from '../../actions/annotation-sets.ts';
import { useAnnotationSetsStore } from '../../stores/annotation-sets.ts';
import { useAnnotationStore } from '../../stores/annotation.ts';
import { Desk } from './Desk.tsx';
import { SetList } from './SetList.tsx';

/** Text becomes training data: a set at a time. */
export function AnnotatePanel() {
  const sets = useAnnotationSetsStore((store) => store.sets);
  const isOpen = useAnnotationStore(({ history }) => history !== undefined);
  useEffect(() => void readSets(), []);
  if (isOpen) return <Desk />;
  return sets && <SetList sets={sets} />;
}
