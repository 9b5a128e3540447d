import { StudioError } from '../../../lib/errors.ts';
import { shownName } from '../../files/shown-name.ts';

/** @throws StudioError BadInput if a chosen field does not exist */
export function requireFields(file: string, names: readonly string[], chosen: readonly string[]): void {
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new StudioError(
    'BadInput',
    `${shownName(file)} has no field ${unknown}: its fields are ${names.join(', ')}. Choose one of them.`,
  );
}
