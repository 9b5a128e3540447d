import type { ModelInfo } from '../../../workers/wire/payloads.ts';
import { makerOf, useHistoryStore } from '../../stores/runs/history.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import { TypeList } from '../../ui/entity/TypeList.tsx';
import { Card } from './Card.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { missingEncoder, modelInputs, modelLine } from './cards.ts';

/** The model in use. */
export function ModelCard({ model }: { model: ModelInfo }) {
  const { name, entityTypes, joinedWord } = model;
  const inputs = modelInputs(model);
  const missing = useWorkspaceStore(({ workspace }) => missingEncoder(model, workspace.encoder));
  const maker = useHistoryStore((store) => makerOf(store, model));
  return (
    <Card
      id="model"
      name={name}
      about={modelLine(model)}
      isUrgent={missing !== undefined}
      actions={
        <span className={styles.kind}>{maker === undefined || maker === name ? 'model' : `model of ${maker}`}</span>
      }
    >
      <p>{modelLine(model)}</p>
      {joinedWord !== undefined && (
        <p className={shared.quiet}>
          Its training text joins the parts of a word, as in {joinedWord}: write texts for it in the same way.
        </p>
      )}
      {inputs !== undefined && <p className={shared.quiet}>{inputs}</p>}
      {missing && <p className={styles.needs}>{missing}</p>}
      <TypeList types={entityTypes.map((type) => ({ type }))} />
    </Card>
  );
}
