import { Suspense, useState, type ComponentType } from 'react';
import { selectIsOpen, useViewStore, type OpenDialog } from '../stores/view.ts';
import { part } from '../ui/part.tsx';

type DialogName = OpenDialog['name'];

const LOADERS: Record<DialogName, () => Promise<ComponentType>> = {
  help: async () => (await import('../features/help/HelpDialog.tsx')).HelpDialog,
  statistics: async () => (await import('../features/statistics/StatisticsDialog.tsx')).StatisticsDialog,
  compare: async () => (await import('../features/compare/CompareDialog.tsx')).CompareDialog,
  export: async () => (await import('../features/export/ExportDialog.tsx')).ExportDialog,
  'label-check': async () => (await import('../features/label-check/LabelCheckDialog.tsx')).LabelCheckDialog,
};

/** Loaded when the page is idle, so that dialogs open immediately, even if the server is gone. */
export const DIALOG_LOADERS = Object.values(LOADERS);

const DIALOGS = Object.entries(LOADERS).map(([name, load]) => ({
  name: name as DialogName,
  Content: part(async () => await load()),
}));

export function Dialogs() {
  return DIALOGS.map(({ name, Content }) => <FromFirstUse key={name} name={name} Content={Content} />);
}

/** Mounts a dialog when it is first opened, and keeps it mounted, so that closing it is animated. */
function FromFirstUse({ name, Content }: { name: DialogName; Content: ComponentType }) {
  const isOpen = useViewStore(selectIsOpen(name));
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <Suspense>
        <Content />
      </Suspense>
    )
  );
}
