import { tagKind, type TagKind } from '../../../data/corpus.ts';
import type { Seconds } from '../../../lib/units.ts';
import { ratioWarning } from '../../../config/entity-ratio.ts';
import type { RunPlan } from '../../../runs/plan.ts';
import { epochSeconds } from '../../stores/device/estimate.ts';
import { formatCount, formatCounted, formatDuration } from '../../look/format.ts';
import { useSpeed } from '../../stores/device/speed.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import type { Recipe } from '../../stores/recipe-address.ts';
import type { CorpusFile, Workspace } from '../../../workers/wire/payloads.ts';
import { useRunStore } from '../../stores/runs/run.ts';

/** The plan of the next run, in one line. */
export interface PlanLine {
  /** Omitted if there is little room. */
  model: string;
  work: string;
}

/** The plan line; undefined if a run cannot start. */
export function usePlanLine(): PlanLine | undefined {
  const plan = useRunStore((store) => store.plan);
  const { config, seeds, unlabelled } = useRecipeStore(({ recipe }) => recipe);
  const speed = useSpeed();
  if (plan === undefined) return undefined;
  if (speed === undefined) return planLine(plan, undefined);
  const times = unlabelled ? plan.times : seeds;
  return planLine(plan, { epoch: epochSeconds(plan, config, speed), epochs: config.epochs, times, unlabelled });
}

/** A warning about training data that is hardly known, for the recipe as it is. */
export function useRatioWarning(): string | undefined {
  const unknown = useRunStore(({ plan }) => plan?.unknown);
  return useRecipeStore(({ recipe }) => ratioWarning(recipe.config, unknown));
}

/** With several models, explains that only Train trains them, since a model has a single state to start from. */
export function furtherNote({ seeds, unlabelled, config: { seed } }: Recipe): string | undefined {
  if (unlabelled) return `Train also learns from text without labels; Train further does not.`;
  return seeds > 1 ? `Train trains ${seeds} times; Train further once, with seed ${seed}.` : undefined;
}

/** Maximum number of types or files named. */
const MOST_NAMED = 5;

const KINDS: Record<TagKind, string> = {
  entities: 'entities',
  labels: 'tags without a scheme',
  classes: 'a class for each text',
};

/** Why the model in use cannot be trained further on the loaded files; undefined if it can, or if there is none. */
export function furtherProblem({ files, model }: Pick<Workspace, 'files' | 'model'>): string | undefined {
  if (model === undefined) return undefined;
  const used = files.filter(({ role }) => role === 'train' || role === 'dev');
  const other = used.find(({ style }) => tagKind(style) !== model.predicts);
  if (other !== undefined) {
    const [own, its] = [model.predicts, tagKind(other.style)].map((kind) => KINDS[kind]);
    return `The model has ${own}, ${other.name} has ${its}: it cannot be trained further. Train makes a new model.`;
  }
  return undefined;
}

/** Training files that have no type in common with the others, while their cards say that they annotate all types. */
export function unlikeFiles({ files }: Pick<Workspace, 'files'>): string | undefined {
  const train = files.filter(({ role, summary: { types } }) => role === 'train' && types.length > 0);
  const typesOf = ({ summary: { types } }: CorpusFile) => types.map(({ type }) => type);
  const unlike = train.filter((file) => {
    const others = new Set(train.filter((other) => other !== file).flatMap(typesOf));
    const isTold = file.reading.settings.types !== undefined || tagKind(file.style) !== 'entities';
    return !isTold && others.size > 0 && typesOf(file).every((type) => !others.has(type));
  });
  if (unlike.length === 0) return undefined;
  const [has, does] = unlike.length === 1 ? ['has', 'it does'] : ['have', 'they do'];
  const named = namedFirst(unlike.map(({ name }) => name));
  return `${named} ${has} no type in common with the other training files. Untick what ${does} not annotate on the card, under Types annotated here: otherwise such words are learned as no entity.`;
}

/** `A, B and 3 more` */
function namedFirst(names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? ` and ${formatCount(names.length - MOST_NAMED)} more` : '';
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** What Train further adds to the model in use: the types of the loaded files that it lacks. Undefined if there are none. */
export function addedTypes({ files, model }: Pick<Workspace, 'files' | 'model'>): string | undefined {
  if (model === undefined || model.predicts === 'labels') return undefined;
  const used = files.filter(({ role }) => role === 'train' || role === 'dev');
  const types = new Set(used.flatMap(({ summary }) => summary.types.map(({ type }) => type)));
  const added = [...types].filter((type) => !model.entityTypes.includes(type));
  if (added.length === 0) return undefined;
  return `Train further adds ${namedFirst(added)} to the model. It keeps what it knows about its other types where a file does not annotate them: say on the card of each file which types are annotated there.`;
}

/** How long Train would take. */
interface TrainingTime {
  epoch: Seconds;
  epochs: number;
  /** How many times as long as a single run. */
  times: number;
  /** Whether the run also learns from text without labels. */
  unlabelled?: boolean | undefined;
}

/** @param training undefined if unknown */
export function planLine(
  { parameters, sentences, tokens, stepsPerEpoch, tags, predicts }: RunPlan,
  training: TrainingTime | undefined,
): PlanLine {
  const model = `${formatCounted(parameters, 'parameter')}, ${predicts === 'classes' ? formatCounted(tags.length, 'class', 'classes') : formatCounted(tags.length, 'tag')}`;
  const data = `${formatCounted(sentences, predicts === 'classes' ? 'text' : 'sentence')}, ${formatCounted(tokens, 'token')}`;
  const work = `${data}; an epoch is ${formatCounted(stepsPerEpoch, 'step')}${training ? timeText(training) : ''}`;
  return { model, work };
}

function timeText({ epoch, epochs, times, unlabelled }: TrainingTime): string {
  const repeated = times > 1 ? `, ${formatCount(times)} times,` : '';
  const runs = unlabelled ? ', with the text without labels,' : repeated;
  const all = `${formatCounted(epochs, 'epoch')}${runs} about ${formatDuration(epoch * epochs * times)}`;
  return `, ${epoch < 0.75 ? 'less than a second' : `about ${formatDuration(epoch)}`}; ${all}`;
}
