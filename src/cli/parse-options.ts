import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { DeviceChoice } from '../devices/device.ts';
import { UsageError, type CommandName } from './usage.ts';

export const DEVICES: readonly DeviceChoice[] = ['auto', 'simd', 'webgpu'];

// Kinds of options.
export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;
export const SWITCH = { type: 'boolean', default: false } as const;

/** Parses the arguments of a command. @throws UsageError */
export function parse<const Options extends NonNullable<ParseArgsConfig['options']>>(
  command: CommandName,
  args: string[],
  options: Options,
  mostPositionals: number,
) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const unexpected = parsed.positionals[mostPositionals];
    if (unexpected !== undefined) throw new UsageError(`Unexpected argument ${unexpected}.`, command);
    return parsed;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message has line breaks, and advice on positional arguments that begin with a hyphen.
    const [message] = error.message.split(/\.? To specify a positional/);
    throw new UsageError(`${message!.replaceAll('\n', ' ').replace(/\.$/, '')}.`, command);
  }
}

/** Names of columns that are inputs of the model. */
export function parseColumns(value: string | undefined): string[] | undefined {
  return value?.split(',').map((name) => name.trim());
}

export function parseDevice(command: CommandName, value = 'auto'): DeviceChoice {
  return oneOf(command, '--device', DEVICES, value);
}

export function parseCount(command: CommandName, option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(value))
    throw new UsageError(`${option} is ${value}: expected a whole number of at least 1.`, command);
  return Number(value);
}

export function parseTagColumn(command: CommandName, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value))
    throw new UsageError(`--tag-column is ${value}: expected a whole number of at least 0.`, command);
  return Number(value);
}

export function required<T>(command: CommandName, what: string, value: T | undefined): T {
  if (value === undefined) throw new UsageError(`Expected ${what}.`, command);
  return value;
}

export function oneOf<const V extends string>(
  command: CommandName,
  option: string,
  choices: readonly V[],
  value: string,
): V {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`${option} is ${value}: expected ${choices.join(', ')}.`, command);
  return found;
}
