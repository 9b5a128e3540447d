import { StudioError } from '../../src/lib/errors.ts';
import { serve, type Port } from '../../src/lib/rpc.ts';
import { createContext, handlers, type TrainerContext } from '../../src/workers/handlers.ts';
import type { Emit, Handlers, Params, RequestName, Result } from '../../src/workers/wire/protocol.ts';
import { portPair } from '../helpers/port-pair.ts';
import { TINY } from './sample-files.ts';
import { StepGate, type EndReason } from './step-gate.ts';

type Handler = (context: TrainerContext, params: unknown, signal: AbortSignal) => unknown;

/** The worker's trainer in the page of a test. It trains tiny models when the test says so, and records what it is asked. */
export class PacedTrainer {
  readonly port: Port;
  /** The requests, in order. */
  readonly asked: { name: RequestName; params: unknown }[] = [];
  /** Requests of these names are refused with this error. */
  readonly refusals = new Map<RequestName, StudioError>();
  /** Requests of these names are answered once the promise settles, or rejected when they are cancelled. */
  readonly delays = new Map<RequestName, Promise<void>>();
  isTerminated = false;
  emit: Emit = () => undefined;
  readonly #gate = new StepGate();
  /** Answers in place of those of the worker. */
  readonly #answers = new Map<RequestName, Handler>();

  constructor() {
    const [page, worker] = portPair();
    serve(worker, this.#handlers(), (emit: Emit) => {
      this.emit = emit;
      return createContext((name, payload) => this.emit(name, payload), this.#gate.train);
    });
    const terminate = () => {
      this.isTerminated = true;
      page.onmessage = null;
    };
    this.port = Object.assign(page, { onerror: null, onmessageerror: null, terminate });
  }

  get stepsPerEpoch(): number {
    return this.#gate.stepsPerEpoch;
  }

  /** The parameters of the last request of this name. */
  lastAsked(name: RequestName): unknown {
    return this.asked.findLast((request) => request.name === name)?.params;
  }

  /** Answers requests of this name with an invented result. */
  answer<Name extends RequestName>(name: Name, handler: (params: Params<Name>) => Result<Name>): void {
    this.#answers.set(name, (_, params) => handler(params as Params<Name>));
  }

  /** Trains some steps of the current epoch. */
  steps(count: number): void {
    this.#gate.send({ kind: 'steps', count });
  }

  /** Trains the current epoch to its end and scores it. */
  finishEpoch(): void {
    this.#gate.send({ kind: 'epoch' });
  }

  /** Ends the current run: a single one, a seed, or a row of an ablation. If there are more, the next starts. */
  done(reason: EndReason): void {
    this.#gate.send({ kind: 'end', reason });
  }

  /** Fails the run. */
  fail(error: StudioError): void {
    this.#gate.send({ kind: 'fail', error });
  }

  /** Crashes the worker. */
  crash(message: string): void {
    this.port.onerror?.(Object.assign(new Event('error'), { message }) as ErrorEvent);
  }

  #handlers(): Handlers<TrainerContext> {
    const wrapped = Object.entries(handlers).map(([name, handler]) => [
      name,
      this.#handle(name as RequestName, handler as Handler),
    ]);
    return Object.fromEntries(wrapped) as Handlers<TrainerContext>;
  }

  #handle(name: RequestName, handler: Handler): Handler {
    return async (context, params, signal) => {
      this.asked.push({ name, params });
      await Promise.race([this.delays.get(name), cancelled(signal)]);
      const refusal = this.refusals.get(name);
      if (refusal) throw refusal;
      return (this.#answers.get(name) ?? handler)(context, tiny(name, params), signal);
    };
  }
}

/** Runs are tiny, on one thread. */
function tiny(name: RequestName, params: unknown): unknown {
  if (name === 'open') return { ...(params as Params<'open'>), threads: 1 };
  if (name !== 'start' && name !== 'ablate') return params;
  const request = params as Params<'start' | 'ablate'>;
  return { ...request, config: { ...request.config, ...TINY } };
}

function cancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new StudioError('Cancelled', 'Cancelled.')));
  });
}
