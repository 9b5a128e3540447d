import type { DeviceChoice } from '../../src/devices/device.ts';
import type { Bytes, Milliseconds, Seconds } from '../../src/lib/units.ts';

/** What an engine answers, one request at a time: name → [params, result]. */
export type RequestMap = Record<string, [params: object, result: unknown]>;

/** The studio's own code. Files are named; the host opens them. */
export type EngineRequests = {
  open: [params: { device: DeviceChoice; threads: number }, result: { description: string; threads: number }];
  prepare: [params: Workload, result: { parameters: number; tags: number; tokens: number }];
  /** One epoch of the workload, as the studio trains it. */
  train: [params: Record<never, never>, result: Work & { loss: number }];
  /** The workload's sentences, from their numbers to their tags. */
  tag: [params: Record<never, never>, result: Work];
  profile: [params: { steps: number }, result: StepProfile];
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

/** How PyTorch's LSTM gets sentences of different lengths. */
export type LstmLayout = 'packed' | 'padded';

/** TF.js' own layers: bench/peers/tfjs-layers.ts. */
export type LayersRequests = {
  open: [params: { backend: string }, result: { opened: boolean }];
  layer: EngineRequests['layer'];
};

/** What is trained: a sample of a corpus with the vocabulary of all of it. */
export interface Workload {
  train: string;
  embeddings: string | null;
  /** How many sentences make an epoch, evenly over the file. */
  sentences: number;
  batch: number;
  hidden: number;
  scheme: 'BIOES' | 'BIO';
}

/** A bidirectional LSTM alone: `batch` sequences of the same length. */
export interface LayerShape {
  batch: number;
  length: number;
  inputs: number;
  hidden: number;
  /** How many training steps to take. */
  steps: number;
}

export interface Work {
  tokens: number;
  seconds: Seconds;
}

export interface StepProfile {
  steps: number;
  /** Mean of a step. */
  step: Milliseconds;
  /** Until it was sent to the GPU: the time that JavaScript takes. */
  sent: Milliseconds;
  tokens: number;
  /** Programs sent to the GPU in a step; 0 on simd. */
  dispatches: number;
  /** Means of a step, most time first. On a GPU, what the kernels take to be sent. */
  kernels: KernelProfile[];
  peak: Peak | undefined;
}

export interface KernelProfile {
  name: string;
  calls: number;
  time: Milliseconds;
  /** As in costs.ts. */
  flops: number;
  bytes: Bytes;
}

/** What this device can do at most, with all its threads. */
export interface Peak {
  flopsPerSecond: number;
  bytesPerSecond: number;
}

export type Result<Name extends keyof EngineRequests> = EngineRequests[Name][1];

/** What answers requests: exactly one handler for each. */
export type Handlers<Requests extends RequestMap> = {
  [Name in keyof Requests]: (params: Requests[Name][0]) => Promise<Requests[Name][1]>;
};

/** Asks for one request; where there are no parameters, by its name alone. */
export type Ask<Requests extends RequestMap> = <Name extends keyof Requests & string>(
  method: Name,
  ...params: Record<never, never> extends Requests[Name][0] ? [] : [params: Requests[Name][0]]
) => Promise<Requests[Name][1]>;

/** A request and its answer, as they travel. */
export interface Request {
  method: string;
  params: object;
}
export type Answer = { result: unknown } | { error: string };

declare global {
  /** Answers in the bench's page, once it is loaded. */
  var ask: ((request: Request) => Promise<Answer>) | undefined;
}

/** Answers a request by the handler of its name. */
export async function answer(handlers: object, { method, params }: Request): Promise<Answer> {
  try {
    const handler = (handlers as Record<string, (params: unknown) => Promise<unknown>>)[method];
    if (handler === undefined) throw new Error(`there is no method ${method}`);
    return { result: await handler(params) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
