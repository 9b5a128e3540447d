import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useComparisonStore } from './stores/comparison.ts';
import { useExportStore } from './stores/export.ts';
import { useLabelCheckStore } from './stores/label-check.ts';
import { useStatisticsStore } from './stores/statistics.ts';
import { useViewStore } from './stores/view.ts';

const loadHelp = () => import('./features/help/HelpDialog.tsx');
const loadStatistics = () => import('./features/statistics/StatisticsDialog.tsx');
const loadComparison = () => import('./features/compare/CompareDialog.tsx');
const loadExport = () => import('./features/export/ExportDialog.tsx');
const loadLabelCheck = () => import('./features/label-check/LabelCheckDialog.tsx');

const HelpDialog = lazy(async () => ({ default: (await loadHelp()).HelpDialog }));
const StatisticsDialog = lazy(async () => ({ default: (await loadStatistics()).StatisticsDialog }));
const CompareDialog = lazy(async () => ({ default: (await loadComparison()).CompareDialog }));
const ExportDialog = lazy(async () => ({ default: (await loadExport()).ExportDialog }));
const LabelCheckDialog = lazy(async () => ({ default: (await loadLabelCheck()).LabelCheckDialog }));

/** Loaded when the page is idle, so that dialogs open immediately, even if the server is gone. */
export const DIALOG_LOADERS = [loadHelp, loadStatistics, loadComparison, loadExport, loadLabelCheck];

export function Dialogs() {
  const isHelpOpen = useViewStore((view) => view.isHelpOpen);
  const hasStatistics = useStatisticsStore(({ file }) => file !== undefined);
  const isComparing = useComparisonStore(({ isOpen }) => isOpen);
  const isExporting = useExportStore(({ isOpen }) => isOpen);
  const hasLabelCheck = useLabelCheckStore(({ shown, check }) => shown !== undefined || check.phase !== 'none');
  return (
    <>
      <FromFirstUse isUsed={isHelpOpen}>
        <HelpDialog />
      </FromFirstUse>
      <FromFirstUse isUsed={hasStatistics}>
        <StatisticsDialog />
      </FromFirstUse>
      <FromFirstUse isUsed={isComparing}>
        <CompareDialog />
      </FromFirstUse>
      <FromFirstUse isUsed={isExporting}>
        <ExportDialog />
      </FromFirstUse>
      <FromFirstUse isUsed={hasLabelCheck}>
        <LabelCheckDialog />
      </FromFirstUse>
    </>
  );
}

/** Mounts its content on first use, and keeps it mounted, so that closing a dialog is animated. */
function FromFirstUse({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [wasUsed, setWasUsed] = useState(isUsed);
  if (isUsed && !wasUsed) setWasUsed(true);
  return (isUsed || wasUsed) && <Suspense>{children}</Suspense>;
}
