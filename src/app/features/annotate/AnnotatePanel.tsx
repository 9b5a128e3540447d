import { Suspense, useEffect } from 'react';
import { readSets } from './sets/actions.ts';
import { useAgreementStore } from './agreement/store.ts';
import { useAnnotationSetsStore } from './sets/store.ts';
import { useAnnotationStore } from './store.ts';
import { Desk } from './desk/Desk.tsx';
import { DamagedSetPage } from './sets/DamagedSetPage.tsx';
import { useProjectStore } from './project/store.ts';
import { SetList } from './sets/SetList.tsx';
import { useFocusOnChange, viewPanel } from '../../ui/navigation.ts';
import { part } from '../../ui/part.tsx';

const AgreementPage = part(async () => (await import('./agreement/AgreementPage.tsx')).AgreementPage);

const ProjectPage = part(async () => (await import('./project/ProjectPage.tsx')).ProjectPage);

/** The tab Annotate: the list of sets, or the open set. */
export function AnnotatePanel() {
  const sets = useAnnotationSetsStore((store) => store.sets);
  const damaged = useAnnotationSetsStore((store) => store.damaged);
  const isOpen = useAnnotationStore(({ history }) => history !== undefined);
  const isComparing = useAgreementStore((store) => store.isOpen);
  const isProject = useProjectStore((store) => store.isOpen);
  useEffect(() => void readSets(), []);
  const view = isOpen
    ? 'set'
    : damaged !== undefined
      ? 'damaged'
      : isComparing
        ? 'agreement'
        : isProject
          ? 'project'
          : 'sets';
  useFocusOnChange(view, viewPanel('annotate'));
  if (isOpen) return <Desk />;
  if (sets === undefined) return null;
  if (damaged !== undefined) return <DamagedSetPage damaged={damaged} />;
  if (!isComparing && !isProject) return <SetList sets={sets} />;
  return <Suspense>{isComparing ? <AgreementPage sets={sets} /> : <ProjectPage sets={sets} />}</Suspense>;
}
