import { Button, NativeSelect } from '@mantine/core';
import { Fragment, Suspense, useId } from 'react';
import { presetById } from '../../../config/presets.ts';
import { formatCounted } from '../../look/format.ts';
import { presetReason } from '../../files/preset-advice.ts';
import { presetChosen, recipeReset, selectConfigProblem, selectPresetId, useRecipeStore } from '../../stores/recipe.ts';
import { settingsToggled, useViewStore } from '../../stores/view.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import { usePlannedKind } from '../../stores/tag-kind.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { focusNext } from '../../ui/navigation.ts';
import { Panel } from '../../ui/Panel.tsx';
import { fieldGroups, hasEffect, PRESET_CHOICES, QUICK_FIELDS } from './fields.ts';
import styles from './Recipe.module.css';
import { SeedsSetting } from './SeedsSetting.tsx';
import { selectChangeCount } from './selectors.ts';
import { Setting } from './Setting.tsx';
import { part } from '../../ui/part.tsx';
import { useRunReason } from '../../ui/controls/run-reason.ts';
import { UnlabelledSetting } from './UnlabelledSetting.tsx';

const RecipeSharing = part(async () => (await import('./RecipeSharing.tsx')).RecipeSharing);

const FIXED = 'Settings stay as they are during a run';

export function RecipePanel() {
  const fixed = useRunReason(FIXED);
  const isOpen = useViewStore((view) => view.areSettingsOpen);
  const problem = useRecipeStore(selectConfigProblem);
  const emissions = useRecipeStore(({ recipe }) => recipe.config.emissions);
  const isFromText = useRecipeStore(({ recipe }) => recipe.unlabelled ?? false);
  const kind = usePlannedKind();
  const groups = fieldGroups(kind === 'classes' ? 'network' : emissions); // classes of texts need a network
  const settings = useId();
  return (
    <Panel title="Recipe" actions={<ResetAll />}>
      <fieldset className={styles.fields} disabled={fixed !== undefined} title={fixed}>
        <Preset />
        <div className={styles.quick}>
          {QUICK_FIELDS.map((name) => (
            <Fragment key={name}>
              <Setting name={name} isQuick />
              {name === 'seed' && !isFromText && <SeedsSetting />}
            </Fragment>
          ))}
        </div>
        <UnlabelledSetting />
        <LinkButton
          aria-expanded={isOpen}
          aria-controls={settings}
          onClick={({ currentTarget }) => {
            settingsToggled();
            // The settings open below the visible part of the column: scroll them into view.
            if (!isOpen) requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'start' }));
          }}
        >
          {isOpen ? 'Fewer settings' : 'All settings'}
        </LinkButton>
        <div id={settings} hidden={!isOpen}>
          {isOpen &&
            groups
              .filter(({ names }) => names.some((name) => hasEffect(name, kind)))
              .map(({ group, names }) => (
                <div key={group} className={styles.group}>
                  <h3>{group}</h3>
                  {names
                    .filter((name) => hasEffect(name, kind))
                    .map((name) => (
                      <Setting key={name} name={name} />
                    ))}
                </div>
              ))}
        </div>
        {problem && <p className={styles.problem}>{problem}</p>}
      </fieldset>
      <div className={styles.sharing}>
        <Suspense>
          <RecipeSharing />
        </Suspense>
      </div>
    </Panel>
  );
}

/** Id of the choice of a preset. */
const PRESET = 'preset';

function Preset() {
  const presetId = useRecipeStore(selectPresetId);
  const source = useId();
  return (
    <div>
      <NativeSelect
        id={PRESET}
        aria-label="Preset"
        aria-describedby={source}
        data={PRESET_CHOICES}
        value={presetId}
        onChange={(event) => presetChosen(event.currentTarget.value)}
        mb={4}
      />
      <p id={source} className={styles.help}>
        {presetById(presetId)?.source}
      </p>
      <Advice />
    </div>
  );
}

function Advice() {
  const isOwn = useRecipeStore((store) => store.isOwn);
  const isOpening = useWorkspaceStore((store) => store.isOpening);
  const presetNote = useWorkspaceStore(({ workspace }) => presetReason(workspace));
  const reason = isOwn ? undefined : presetNote;
  return (reason !== undefined || isOpening) && <p className={styles.advice}>{reason}</p>;
}

function ResetAll() {
  const count = useRecipeStore(selectChangeCount);
  const fixed = useRunReason(FIXED);
  if (count === 0) return null;
  return (
    <Button
      disabled={fixed !== undefined}
      onClick={() => {
        recipeReset();
        focusNext(PRESET);
      }}
      title={fixed ?? 'Back to the preset'}
    >
      Undo {formatCounted(count, 'change')}
    </Button>
  );
}
