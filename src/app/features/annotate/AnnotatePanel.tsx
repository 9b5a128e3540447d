import { lazy, Suspense, useEffect } from 'react';
import { readSets } from '../../actions/annotation-sets.ts';
import { useAgreementStore } from '../../stores/agreement.ts';
import { useAnnotationSetsStore } from '../../stores/annotation-sets.ts';
import { useAnnotationStore } from '../../stores/annotation.ts';
import { Desk } from './Desk.tsx';
import { SetList } from './SetList.tsx';

const AgreementPage = lazy(async () => ({ default: (await import('./AgreementPage.tsx')).AgreementPage }));

/** The tab Annotate: the list of sets, or the open set. */
export function AnnotatePanel() {
  const sets = useAnnotationSetsStore((store) => store.sets);
  const isOpen = useAnnotationStore(({ history }) => history !== undefined);
  const isComparing = useAgreementStore((store) => store.isOpen);
  useEffect(() => void readSets(), []);
  if (isOpen) return <Desk />;
  if (sets === undefined) return null;
  return isComparing ? (
    <Suspense>
      <AgreementPage sets={sets} />
    </Suspense>
  ) : (
    <SetList sets={sets} />
  );
}
