import type { TestOptions } from 'vitest';
import type { Requirement } from '../../scripts/test-reports.mjs';

declare module 'vitest' {
  interface TaskMeta {
    /** If it is not met, scripts/run-tests.mjs reports at the end what was not tested. */
    requirement?: Requirement;
  }
}

/**
 * Options of a suite or test that is skipped where its requirement is not met.
 *
 * @throws Error instead, under CI=true
 */
export function needs(requirement: Requirement, isMet: boolean): TestOptions {
  if (!isMet && import.meta.env['CI'] === 'true')
    throw new Error(`Under CI=true ${requirement} is required, and missing.`);
  return { skip: !isMet, meta: { requirement } };
}

/** Like `needs`, but also skipped under CI=true, where the summary says so: for tools that check, and that others do without. */
export const wants = (requirement: Requirement, isMet: boolean): TestOptions => ({
  skip: !isMet,
  meta: { requirement },
});

/** Like `wants`, for a WebGPU adapter that can time the dispatches of a program. */
export async function wantsTimestamps(): Promise<TestOptions> {
  const adapter = await navigator.gpu?.requestAdapter();
  return wants('timestamps', adapter?.features.has('timestamp-query') === true);
}

/** Like `needs`, for a WebGPU adapter in this browser. */
export async function needsWebGpu(): Promise<TestOptions> {
  return needs('webgpu', Boolean(await navigator.gpu?.requestAdapter()));
}
