import type { train } from '../model/trainer.ts';
import { planRun } from '../runs/plan.ts';
import { inspectText } from '../tagging/explain/inspect.ts';
import { tagBlocks } from '../tagging/texts/blocks.ts';
import { tagText } from '../tagging/texts/text.ts';
import { AnnotationSession, type AnnotationContext } from './annotation/annotation-session.ts';
import { fileHandlers, type FileContext } from './files/file-handlers.ts';
import { LoadedFiles } from './files/loaded-files.ts';
import { Activity } from './models/activity.ts';
import { compareOnFile } from './models/compare-on-file.ts';
import { ModelSlot } from './models/model-slot.ts';
import { explanationHandlers, Explanations } from './models/explanations.ts';
import { inspectStored } from './models/stored-model.ts';
import { fileConfidence } from './models/file-confidence.ts';
import { devSlices, score } from './models/score.ts';
import { stress } from './models/stress.ts';
import { devOf } from './models/trained-on.ts';
import { WorkerDevice } from './models/worker-device.ts';
import { RunSession } from './runs/run-session.ts';
import type { Emit, Handlers } from './wire/protocol.ts';

/** The worker's state: its device, files, models and runs. */
export interface TrainerContext extends AnnotationContext, FileContext {
  explanations: Explanations;
  runs: RunSession;
  annotation: AnnotationSession;
}

/** @param trainer replaced in tests of the page */
export function createContext(emit: Emit, trainer?: typeof train): TrainerContext {
  const activity = new Activity();
  const device = new WorkerDevice(emit);
  const files = new LoadedFiles((name) => emit('vectorsLost', { name }));
  const models = new ModelSlot(emit, activity, device, async (trained) => {
    files.encoder.attach(trained.model);
    trained.stored = await files.vectors.storedFor(trained.ownVectors);
  });
  const context = { emit, activity, device, files, models };
  return {
    ...context,
    isFree: () => activity.isFree,
    importModel: (model) => models.import(model),
    workspace: (rejected = []) => ({ ...files.summary(), ...models.infos(), rejected }),
    explanations: new Explanations(models),
    runs: new RunSession({ ...context, train: trainer }),
    annotation: new AnnotationSession(context),
  };
}

/** Answers the page's requests. Modules that contain the programs of exported models are loaded when they are needed. */
export const handlers: Handlers<TrainerContext> = {
  ...fileHandlers,
  ...explanationHandlers,
  ping: () => undefined,
  open: ({ models }, { device, threads, verdicts = {} }) => models.openDevice(device, threads, verdicts),
  measureDevices: async (context, _, signal) =>
    (await import('./runs/measure-devices.ts')).measureDevices(context, signal),
  plan: async ({ files }, { config, unlabelled = false }, signal) =>
    planRun(config, files.source(), unlabelled ? await files.unlabelled(signal) : []),
  start: ({ runs }, { seeds = 1, ...request }, signal) => runs.start({ ...request, seeds }, signal),
  startFromCheckpoint: ({ runs }, { checkpoint }, signal) => runs.startFromCheckpoint(checkpoint, signal),
  checkpoint: ({ runs }) => runs.checkpoint(),
  ablate: ({ runs }, request, signal) => runs.ablate(request, signal),
  search: ({ runs }, request, signal) => runs.search(request, signal),
  follow: ({ runs }, { text }) => runs.follow(text),
  watchSignals: ({ runs }, { isOpen }) => runs.watchSignals(isOpen),
  pause: ({ runs }) => runs.pause(),
  resume: ({ runs }) => runs.resume(),
  stop: ({ runs }) => runs.stop(),
  tag: ({ models }, { text }, signal) => models.use((model, stored) => tagText(model, text, stored, signal)),
  tagBlocks: ({ models }, { texts }, signal) =>
    models.use(async (model, stored) => (await tagBlocks(model, texts, stored, signal)).entities),
  inspect: ({ models }, { text }, signal) =>
    models.use(async (model, stored, id) => ({ ...(await inspectText(model, text, stored, signal)), model: id })),
  inspectStored,
  score,
  devSlices,
  confidence: fileConfidence,
  stress,
  chooseThreshold: ({ models }, { threshold }) => models.chooseThreshold(threshold),
  compareModels: compareOnFile,
  predict: async (context, params, signal) => (await import('./models/predict.ts')).predict(context, params, signal),
  tagFile: async (context, params, signal) => (await import('./models/tag-file.ts')).tagFile(context, params, signal),
  annotationTexts: ({ annotation }, params) => annotation.setTexts(params),
  applyRules: ({ annotation }, params) => annotation.applyRules(params),
  restoreLearner: ({ annotation }, params) => annotation.restore(params),
  learn: ({ annotation }, request, signal) => annotation.learn(request, signal),
  suggest: ({ annotation }, params, signal) => annotation.suggest(params, signal),
  checkLabels: async (context, params, signal) =>
    (await import('./annotation/label-check.ts')).checkLabels(context, params, signal),
  correctLabels: async (context, params) =>
    (await import('./annotation/label-check.ts')).correctLabels(context, params),
  exportModel: ({ models, files }, params) => models.export(params, (trained) => devOf(trained, files)),
  clusterKit: async (context) => (await import('./models/cluster-kit.ts')).clusterKit(context),
  exportSizes: async (context, _, signal) => (await import('./models/export-sizes.ts')).exportSizes(context, signal),
  distill: async (context, _, signal) =>
    (await import('./runs/distill-model.ts')).distillModel(context, signal, context.emit),
  removeModel: async ({ models, workspace }) => {
    await models.remove();
    return workspace();
  },
  restoreModel: async ({ models, workspace }) => {
    await models.restorePrevious();
    return workspace();
  },
  discardModel: ({ models, workspace }) => {
    models.discardPrevious();
    return workspace();
  },
};
