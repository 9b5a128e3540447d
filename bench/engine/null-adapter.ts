/** The npm package `webgpu`, which is optional. */
interface Dawn {
  create: (options: string[]) => GPU;
  globals: Record<string, unknown>;
}

/** Makes Dawn's null backend the GPU of this program: it takes all commands and computes nothing, so that only JavaScript takes time. */
export async function useNullAdapter(): Promise<void> {
  const name = 'webgpu'; // not a literal import, which bundlers would resolve
  const { create, globals } = (await import(/* @vite-ignore */ name)) as Dawn;
  Object.assign(globalThis, globals);
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: create(['backend=null']) }, configurable: true });
}
