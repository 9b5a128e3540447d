import { Button, NativeSelect } from '@mantine/core';
import { Suspense } from 'react';
import { savePredictions, scoring } from './scoring.ts';
import { scoreName } from '../../../eval/scores.ts';
import type { TagKind } from '../../../data/corpus.ts';
import type { FileId, RecordFormat, ScoreReport } from '../../../workers/wire/payloads.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCounted, formatDuration, formatScore } from '../../look/format.ts';
import { fileChosen, useViewStore } from '../../stores/view.ts';
import { selectFiles, selectModel, selectTexts, useWorkspaceStore } from '../../stores/workspace.ts';
import { useModelKind } from '../../stores/tag-kind.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/controls/MenuButton.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { ScoreTable } from '../../ui/tables/ScoreTable.tsx';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { lettersOfFileInWords, wordsOfFileInWords } from '../../ui/unknown-letters.ts';
import { ConfusionTable } from './ConfusionTable.tsx';
import { documentsInWords, errorSummary } from './errors.ts';
import { Errors } from './Errors.tsx';
import {
  aboutScoring,
  chosenFile,
  inspectedFiles,
  isTagged,
  isText,
  repeatedInWords,
  runningInWords,
  roleOf,
  type InspectedFile,
} from './files.ts';
import { FILE_CHOICE } from '../../ui/navigation.ts';
import shared from '../../look/text.module.css';
import styles from './Score.module.css';
import { Slices } from './Slices.tsx';
import { useMaker, useTaggerName } from './tagger.ts';
import { TaggedRecords } from './TaggedRecords.tsx';
import { TaggedReport } from './TaggedReport.tsx';
import { TaggedSentences } from './TaggedSentences.tsx';
import { part } from '../../ui/part.tsx';

const StressTests = part(async () => (await import('./StressTests.tsx')).StressTests);
const Confidence = part(async () => (await import('./Confidence.tsx')).Confidence);

/** The scores of the model on a corpus with its errors, and its predictions for a corpus or a text. */
export function ScorePanel() {
  const model = useWorkspaceStore(selectModel);
  const run = useMaker();
  const hasModel = model !== undefined;
  const predicted = model?.predicts ?? 'entities';
  const files = useInspectedFiles();
  const chosen = useViewStore((store) => store.chosenFile);
  const file = chosenFile(files, chosen);
  const answer = useScoring(file?.id);
  const outcome = answer.phase === 'done' ? answer.value : undefined;
  const ofClasses = outcome?.kind === 'scored' && scoreName(outcome.report.scores) === 'accuracy';
  return (
    <ViewPanel title="Score and tag" about={aboutScoring(hasModel, file, predicted, run)}>
      {file && hasModel && (
        <Choice files={files} file={file} predicted={predicted} isRunning={answer.phase === 'running'} />
      )}
      <Scrollable className={styles.scroll} label="Results">
        <div aria-live="polite">
          {answer.phase === 'running' && <Running isTagging={file !== undefined && isTagged(file, predicted)} />}
          {answer.phase === 'failed' && <p className={shared.bad}>{answer.error.message}</p>}
          {outcome?.kind === 'tagged' && <TaggedReport report={outcome.report} />}
        </div>
        {outcome?.kind === 'scored' && (
          <div className={styles.results}>
            <Report report={outcome.report} />
            <div className={styles.report}>
              <ConfusionTable {...errorSummary(outcome.report.errors).confusion} ofClasses={ofClasses} />
              {!ofClasses && <Slices report={outcome.report} />}
            </div>
            {!ofClasses && (
              <Suspense>
                <Confidence key={`confidence ${file?.id}`} id={file?.id} />
                <StressTests key={`stress ${file?.id}`} id={file?.id} />
              </Suspense>
            )}
            <Errors report={outcome.report} ofClasses={ofClasses} />
          </div>
        )}
        {outcome?.kind === 'tagged' && outcome.report.records && (
          <TaggedRecords file={outcome.report.file} records={outcome.report.records} />
        )}
        {outcome?.kind === 'tagged' && outcome.report.first.length > 0 && <TaggedSentences report={outcome.report} />}
      </Scrollable>
    </ViewPanel>
  );
}

/** The scoring of the chosen file; that of another file is not shown. */
function useScoring(file: FileId | undefined): ReturnType<typeof scoring.use> {
  const answer = scoring.use();
  return answer.phase !== 'none' && answer.key.id === file ? answer : { phase: 'none' };
}

function useInspectedFiles(): InspectedFile[] {
  const corpora = useWorkspaceStore(selectFiles);
  const texts = useWorkspaceStore(selectTexts);
  return inspectedFiles(corpora, texts);
}

interface ChoiceProps {
  files: readonly InspectedFile[];
  /** The chosen one. */
  file: InspectedFile;
  predicted: TagKind;
  isRunning: boolean;
}

function Choice({ files, file, predicted, isRunning }: ChoiceProps) {
  return (
    <div className={styles.form}>
      <NativeSelect
        id={FILE_CHOICE}
        aria-label="File to score or tag"
        data={files.map((one) => ({ value: String(one.id), label: `${one.name} (${roleOf(one)})` }))}
        value={String(file.id)}
        disabled={isRunning}
        onChange={(event) => fileChosen(Number(event.currentTarget.value))}
      />
      {isTagged(file, predicted) ? (
        <TagText id={file.id} hasRecords={!isText(file) || file.table !== undefined} isRunning={isRunning} />
      ) : (
        <ScoreCorpus id={file.id} isRunning={isRunning} />
      )}
    </div>
  );
}

function ScoreCorpus({ id, isRunning }: { id: FileId; isRunning: boolean }) {
  return (
    <>
      {isRunning ? (
        <Button onClick={scoring.cancel}>Cancel</Button>
      ) : (
        <Button onClick={() => void scoring.ask({ kind: 'score', id })}>Score</Button>
      )}
      <Button leftSection={<Icon name="save" size={13} />} onClick={() => void savePredictions(id)}>
        Save predictions
      </Button>
    </>
  );
}

const FORMATS: { format: RecordFormat; label: string }[] = [
  { format: 'jsonl', label: 'JSON lines' },
  { format: 'conll', label: 'CoNLL' },
  { format: 'csv', label: 'CSV of entities' },
];

/** Of a model that gives each text one class. */
const OF_CLASSES: typeof FORMATS = [
  { format: 'jsonl', label: 'JSON lines' },
  { format: 'csv', label: 'CSV of classes' },
];

const OF_RECORDS: { format: RecordFormat; label: string } = { format: 'table', label: 'CSV of records' };

/** Texts are tagged to be shown, or to be saved. */
function TagText({ id, hasRecords, isRunning }: { id: FileId; hasRecords: boolean; isRunning: boolean }) {
  const ofClasses = useModelKind() === 'classes';
  const own = ofClasses ? OF_CLASSES : FORMATS;
  const formats = hasRecords ? [OF_RECORDS, ...own] : own;
  return (
    <>
      {isRunning ? (
        <Button onClick={scoring.cancel}>Cancel</Button>
      ) : (
        <Button onClick={() => void scoring.ask({ kind: 'tag', id })}>Tag</Button>
      )}
      <MenuButton
        button={<Button leftSection={<Icon name="save" size={13} />}>Save predictions</Button>}
        items={formats.map(({ format, label }) => ({
          label,
          onClick: () => void scoring.ask({ kind: 'tag', id, format }),
        }))}
      />
    </>
  );
}

function Running({ isTagging }: { isTagging: boolean }) {
  const progress = useWorkspaceStore((store) => store.progress);
  return <p className={shared.quiet}>{runningInWords(isTagging, progress)}</p>;
}

function Report({ report }: { report: ScoreReport }) {
  const { file, scores, unknownTypes, unknownLetters, knownTokens, tokens, sentences, documents, seconds } = report;
  const role = useWorkspaceStore(selectFiles).find(({ name }) => name === file)?.role;
  const warnings = [
    repeatedInWords(report, role),
    unknownTypes,
    lettersOfFileInWords(unknownLetters, tokens),
    wordsOfFileInWords(knownTokens, tokens),
  ].filter((warning) => warning !== undefined);
  const ofEntities = scoreName(scores) === 'F1';
  const tagger = useTaggerName();
  return (
    <div className={styles.report}>
      <p>
        <strong>{file}</strong>, tagged by {tagger}:{' '}
        {formatCounted(sentences, scores.macroF1 === undefined ? 'sentence' : 'text')} in {formatDuration(seconds)}
        {documents && `, read as ${documentsInWords(documents)}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={shared.bad}>
          {warning}
        </p>
      ))}
      {scores.macroF1 !== undefined && (
        <dl className={styles.numbers}>
          <dt>Accuracy</dt>
          <dd>{formatScore(scores.overall.f1)}</dd>
          <dt>F1, macro</dt>
          <dd>{formatScore(scores.macroF1)}</dd>
        </dl>
      )}
      {ofEntities && (
        <dl className={styles.numbers}>
          <dt>F1, strict</dt>
          <dd>{formatScore(scores.overall.f1)}</dd>
          <dt>F1, relaxed</dt>
          <dd>{formatScore(scores.relaxedF1)}</dd>
          <dt>Token accuracy</dt>
          <dd>{formatShare(scores.tokenAccuracy)}</dd>
          <dt>Invalid tag sequences</dt>
          <dd>{scores.invalidSequences}</dd>
        </dl>
      )}
      <ScoreTable label={`Scores on ${file}`} name={scoreName(scores)} scores={scores} placeholder="" />
      {ofEntities && (
        <p className={shared.quiet}>
          Strict: boundaries and type as in gold (conlleval). Relaxed: an overlap of the same type.
        </p>
      )}
    </div>
  );
}
