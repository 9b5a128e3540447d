import { Button, NativeSelect } from '@mantine/core';
import { cancelScoring, savePredictions, scoreFile, tagFile } from '../../actions/inspect.ts';
import { scoreName } from '../../../eval/scores.ts';
import type { FileId, ScoreReport, TextFormat } from '../../../workers/wire/payloads.ts';
import { formatCounted, formatDuration, formatScore, formatShare } from '../../format.ts';
import { fileChosen, useInspectStore } from '../../stores/inspect.ts';
import { selectFiles, selectModel, selectTexts, useWorkspaceStore } from '../../stores/workspace.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { Scrollable } from '../../ui/Scrollable.tsx';
import { ScoreTable } from '../../ui/ScoreTable.tsx';
import { ViewPanel } from '../../ui/ViewPanel.tsx';
import { lettersOfFileInWords, wordsOfFileInWords } from '../../unknown-letters.ts';
import { ConfusionTable } from './ConfusionTable.tsx';
import { documentsInWords, errorSummary } from './derive.ts';
import { Errors } from './Errors.tsx';
import {
  aboutScoring,
  chosenFile,
  inspectedFiles,
  isText,
  runningInWords,
  roleOf,
  type InspectedFile,
} from './files.ts';
import { FILE_CHOICE } from '../../navigation.ts';
import styles from './Score.module.css';
import { Slices } from './Slices.tsx';
import { TaggedReport } from './TaggedReport.tsx';
import { TaggedSentences } from './TaggedSentences.tsx';

/** The scores of the model on a corpus with its errors, and its predictions for a corpus or a text. */
export function ScorePanel() {
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const files = useInspectedFiles();
  const chosen = useInspectStore((store) => store.chosen);
  const scoring = useInspectStore((store) => store.scoring);
  const file = chosenFile(files, chosen);
  return (
    <ViewPanel title="Score and tag" about={aboutScoring(hasModel, file)}>
      {file && hasModel && <Choice files={files} file={file} isRunning={scoring.phase === 'running'} />}
      <Scrollable className={styles.scroll} label="Results">
        <div aria-live="polite">
          {scoring.phase === 'running' && <Running isTagging={file !== undefined && isText(file)} />}
          {scoring.phase === 'failed' && <p className={styles.bad}>{scoring.error.message}</p>}
          {scoring.phase === 'tagged' && <TaggedReport report={scoring.report} />}
        </div>
        {scoring.phase === 'done' && (
          <div className={styles.results}>
            <Report report={scoring.report} />
            <div className={styles.report}>
              <ConfusionTable {...errorSummary(scoring.report.errors).confusion} />
              <Slices report={scoring.report} />
            </div>
            <Errors report={scoring.report} />
          </div>
        )}
        {scoring.phase === 'tagged' && scoring.report.first.length > 0 && <TaggedSentences report={scoring.report} />}
      </Scrollable>
    </ViewPanel>
  );
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
  isRunning: boolean;
}

function Choice({ files, file, isRunning }: ChoiceProps) {
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
      {isText(file) ? (
        <TagText id={file.id} isRunning={isRunning} />
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
        <Button onClick={cancelScoring}>Cancel</Button>
      ) : (
        <Button onClick={() => void scoreFile(id)}>Score</Button>
      )}
      <Button leftSection={<Icon name="save" size={13} />} onClick={() => void savePredictions(id)}>
        Save predictions
      </Button>
    </>
  );
}

const FORMATS: { format: TextFormat; label: string }[] = [
  { format: 'jsonl', label: 'JSON lines' },
  { format: 'conll', label: 'CoNLL' },
  { format: 'csv', label: 'CSV of entities' },
];

/** A text is tagged to be shown, or to be saved. */
function TagText({ id, isRunning }: { id: FileId; isRunning: boolean }) {
  return (
    <>
      {isRunning ? (
        <Button onClick={cancelScoring}>Cancel</Button>
      ) : (
        <Button onClick={() => void tagFile(id)}>Tag</Button>
      )}
      <MenuButton
        button={<Button leftSection={<Icon name="save" size={13} />}>Save predictions</Button>}
        items={FORMATS.map(({ format, label }) => ({ label, onClick: () => void tagFile(id, format) }))}
      />
    </>
  );
}

function Running({ isTagging }: { isTagging: boolean }) {
  const progress = useWorkspaceStore((store) => store.progress);
  return <p className={styles.hint}>{runningInWords(isTagging, progress)}</p>;
}

function Report({ report }: { report: ScoreReport }) {
  const { file, scores, unknownTypes, unknownLetters, knownTokens, tokens, sentences, documents, seconds } = report;
  const warnings = [
    unknownTypes,
    lettersOfFileInWords(unknownLetters, tokens),
    wordsOfFileInWords(knownTokens, tokens),
  ].filter((warning) => warning !== undefined);
  const ofEntities = scoreName(scores) === 'F1';
  return (
    <div className={styles.report}>
      <p>
        <strong>{file}</strong>: {formatCounted(sentences, 'sentence')} in {formatDuration(seconds)}
        {documents && `, read as ${documentsInWords(documents)}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.bad}>
          {warning}
        </p>
      ))}
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
      <ScoreTable label={`Scores on ${file}`} scores={scores} placeholder="" />
      {ofEntities && (
        <p className={styles.hint}>
          Strict: boundaries and type as in gold (conlleval). Relaxed: an overlap of the same type.
        </p>
      )}
    </div>
  );
}
