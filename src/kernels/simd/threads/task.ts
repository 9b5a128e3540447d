import type { Scratch, SimdExports } from '../exports.ts';

export type KernelName = keyof SimdExports;

/** A kernel's arguments without its scratch space, which is always the last, and given by the thread that performs it. */
type TaskArguments<Kernel extends (...args: never[]) => unknown> =
  Parameters<Kernel> extends [...infer Rest, Scratch] ? Rest : Parameters<Kernel>;

/** One call of a kernel: its name and arguments. */
export type Task = { [Name in KernelName]: readonly [Name, ...TaskArguments<SimdExports[Name]>] }[KernelName];

/** @param scratch left unread by kernels that need none */
export function perform(wasm: SimdExports, [name, ...args]: Task, scratch: number): void {
  (wasm[name] as (...args: (number | boolean)[]) => unknown)(...args, scratch);
}
