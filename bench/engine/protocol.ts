import type { DeviceChoice } from '../../src/devices/device.ts';
import type { RequestMap } from '../../src/lib/rpc.ts';
import type { Bytes, Microseconds, Milliseconds, Seconds } from '../../src/lib/units.ts';

/** The studio's own code. Requests come one at a time, in the messages of src/lib/rpc.ts. Files are given by name; the host opens them. */
export type EngineRequests = {
  /** @param isNull webgpu without a GPU: in Node, with the optional package `webgpu` */
  open: [
    params: { device: DeviceChoice; threads: number; isNull?: boolean },
    result: { description: string; threads: number },
  ];
  prepare: [params: Workload, result: { parameters: number; tags: number; tokens: number }];
  /** One epoch of the workload, as the studio trains it. */
  train: [params: Record<never, never>, result: Work & { loss: number }];
  /** Tags the encoded sentences of the workload. */
  tag: [params: Record<never, never>, result: Work];
  profile: [params: { steps: number }, result: StepProfile];
  /** On webgpu. */
  dispatch: [params: { steps: number; repeats: boolean; counts: boolean }, result: DispatchProfile];
  /** On webgpu: the programs of one step of the workload, with their times if the device can tell. */
  programs: [params: { times: number }, result: StepPrograms];
  /** Trains a small model twice, with and without recorded steps. */
  agree: [params: { train: string; steps: number }, result: { worst: number; repeated: number }];
  /** Trains a small model, and counts what is allocated. */
  memory: [params: { train: string; epochs: number }, result: MemoryAfter[]];
  layer: [params: LayerShape, result: Work];
  vectors: [params: { vectors: string; train: string }, result: { bytes: Bytes; read: Seconds; streamed: Seconds }];
  /** Trains small models on the open device and by the float64 references: the largest relative difference of a loss. */
  verify: [params: { train: string; steps: number }, result: { worst: number; losses: number }];
};

/** PyTorch: bench/peers/pytorch_serve.py. */
export type PytorchRequests = {
  open: [params: { device: 'cpu' | 'cuda'; threads: number }, result: { description: string }];
  prepare: [params: Workload & { lstm: LstmLayout }, result: { parameters: number; tags: number }];
  train: EngineRequests['train'];
  tag: EngineRequests['tag'];
};

/** How sentences of different lengths are passed to PyTorch's LSTM. */
export type LstmLayout = 'packed' | 'padded';

/** The layers of TF.js: bench/peers/tfjs-layers.ts. */
export type LayersRequests = {
  open: [params: { backend: string }, result: { opened: boolean }];
  layer: EngineRequests['layer'];
};

/** The training data: a sample of a corpus, with the vocabulary of the whole corpus. */
export interface Workload {
  train: string;
  embeddings: string | null;
  /** Sentences per epoch, evenly spaced in the file. */
  sentences: number;
  batch: number;
  hidden: number;
  scheme: 'BIOES' | 'BIO';
  /** The studio's default model, which reads sentences or documents; without it the model of the peers. */
  reads?: 'sentences' | 'documents';
}

/** Only a bidirectional LSTM: `batch` sequences of the same length. */
export interface LayerShape {
  batch: number;
  length: number;
  inputs: number;
  hidden: number;
  /** Number of training steps. */
  steps: number;
}

export interface Work {
  tokens: number;
  seconds: Seconds;
}

export interface StepProfile {
  steps: number;
  /** Mean time of a step. */
  step: Milliseconds;
  /** Time until the step was submitted to the GPU: the time spent in JavaScript. */
  sent: Milliseconds;
  tokens: number;
  /** Programs dispatched to the GPU per step; 0 on simd. */
  dispatches: number;
  /** Means per step, longest first. On a GPU, the time to submit the kernels. */
  kernels: KernelProfile[];
  peak: Peak | undefined;
}

/** JavaScript of a training step on webgpu, of steps in groups of eight. */
export interface DispatchProfile {
  median: Milliseconds;
  tokens: number;
  /** Share of the steps that were repeated from a recording. */
  repeated: number;
  /** Calls of WebGPU per step, if they were counted. */
  calls: Record<string, number>;
  /** Memory of the device that is allocated. */
  bytes: Bytes;
}

/** The programs of a recorded step, in order. */
export interface StepPrograms {
  programs: Program[];
  sentences: number;
  tokens: number;
  /** Of the longest sentence. */
  longest: number;
}

export interface Program {
  name: string;
  workgroups: number;
  /** Invocations of a workgroup. */
  lanes: number;
  /** Of the inputs and, last, the first output. */
  shapes: readonly (readonly number[])[];
  /** The program's own, in order. */
  uniforms: readonly number[];
  time?: Microseconds | undefined;
}

/** What is in use after an epoch. */
export interface MemoryAfter {
  epoch: number;
  /** Of the device. */
  bytes: Bytes;
  tensors: number;
  /** Buffers that were created until then. */
  buffers: number;
}

export interface KernelProfile {
  name: string;
  calls: number;
  time: Milliseconds;
  /** As in costs.ts. */
  flops: number;
  bytes: Bytes;
}

/** The peak of this device, with all its threads. */
export interface Peak {
  flopsPerSecond: number;
  bytesPerSecond: number;
}

export type Result<Name extends keyof EngineRequests> = EngineRequests[Name][1];

/** Sends one request; only its name if it has no parameters. Rejects if it fails. */
export type Ask<Requests extends RequestMap> = <Name extends keyof Requests & string>(
  name: Name,
  ...params: Record<never, never> extends Requests[Name][0] ? [] : [params: Requests[Name][0]]
) => Promise<Requests[Name][1]>;

declare global {
  /** Sends a request to the engine of the bench's page, once it is loaded. */
  var ask: ((name: string, params: unknown) => Promise<unknown>) | undefined;
}
