import { planRun } from '../runs/plan.ts';
import { inspectText } from '../tagging/inspect.ts';
import { tagText } from '../tagging/text.ts';
import { AnnotationSession } from './annotation/annotation-session.ts';
import { checkLabels, correctLabels } from './annotation/label-check.ts';
import { fileHandlers } from './files/file-handlers.ts';
import { LoadedFiles } from './files/loaded-files.ts';
import { Activity } from './models/activity.ts';
import { clusterKit } from './models/cluster-kit.ts';
import { compareOnFile } from './models/compare-on-file.ts';
import { exportSizes } from './models/export-sizes.ts';
import { ModelSlot } from './models/model-slot.ts';
import { explanationHandlers } from './models/explanations.ts';
import { inspectStored } from './models/stored-model.ts';
import { devSlices, predict, score } from './models/score.ts';
import { tagFile } from './models/tag-file.ts';
import { WorkerDevice } from './models/worker-device.ts';
import { distillModel } from './runs/distill-model.ts';
import { RunSession } from './runs/run-session.ts';
import type { Workspace } from './wire/payloads.ts';
import type { Emit, Handlers } from './wire/protocol.ts';

/** Creates the worker's device, files, models and run session, and the handlers of the page's requests. */
export function createHandlers(emit: Emit): Handlers {
  const activity = new Activity();
  const device = new WorkerDevice(emit);
  const files = new LoadedFiles((name) => emit('vectorsLost', { name }));
  const models = new ModelSlot(emit, activity, device, (model) => files.encoder.attach(model));
  const runs = new RunSession({ emit, activity, device, files, models });
  const annotation = new AnnotationSession({ activity, device, files, models });

  const workspace = (rejected: Workspace['rejected'] = []): Workspace => ({
    ...files.summary(),
    ...models.infos(),
    rejected,
  });

  return {
    ping: () => undefined,
    open: ({ device: choice, threads, verdicts = {} }) => models.openDevice(choice, threads, verdicts),
    ...fileHandlers({
      emit,
      files,
      isFree: () => activity.isFree,
      importModel: (file) => models.import(file),
      workspace,
    }),
    plan: ({ config }) => planRun(config, files.source()),
    start: ({ config, from, seeds = 1 }, signal) => runs.start({ config, from, seeds }, signal),
    startFromCheckpoint: ({ checkpoint }, signal) => runs.startFromCheckpoint(checkpoint, signal),
    checkpoint: () => runs.checkpoint(),
    ablate: (request, signal) => runs.ablate(request, signal),
    search: (request, signal) => runs.search(request, signal),
    follow: ({ text }) => runs.follow(text),
    pause: () => runs.pause(),
    resume: () => runs.resume(),
    stop: () => runs.stop(),
    tag: ({ text }, signal) => models.use((model, stored) => tagText(model, text, stored, signal)),
    inspect: ({ text }, signal) => models.use((model, stored) => inspectText(model, text, stored, signal)),
    inspectStored: (params, signal) => inspectStored({ activity, files, models }, params, signal),
    ...explanationHandlers(models),
    score: ({ id }, signal) => score(models, files, id, signal, emit),
    compareModels: (params, signal) => compareOnFile({ activity, emit, files, models }, params, signal),
    devSlices: (_, signal) => devSlices(models, files, signal),
    predict: ({ id }, signal) => predict(models, files, id, signal),
    tagFile: (params, signal) => tagFile(models, files, params, signal, emit),
    annotationTexts: (params) => annotation.setTexts(params),
    restoreLearner: (params) => annotation.restore(params),
    learn: (request, signal) => annotation.learn(request, signal),
    suggest: (params, signal) => annotation.suggest(params, signal),
    checkLabels: ({ id }, signal) => checkLabels({ activity, device, files, models }, id, signal, emit),
    correctLabels: (params) => correctLabels(files, params),
    exportModel: (params) => models.export(params),
    clusterKit: () => clusterKit(models, files),
    exportSizes: (_, signal) => exportSizes(models, files, signal),
    distill: (_, signal) => distillModel({ activity, files, models }, signal, emit),
    removeModel: async () => {
      await models.remove();
      return workspace();
    },
    restoreModel: async () => {
      await models.restorePrevious();
      return workspace();
    },
    discardModel: () => {
      models.discardPrevious();
      return workspace();
    },
  };
}
