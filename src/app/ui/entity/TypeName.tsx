import { EntityName } from './EntityName.tsx';
import { useEntityLooks } from './entity-looks.ts';

/** The name of a type with its shape and colour. */
export function TypeName({ type }: { type: string }) {
  return <EntityName type={type} look={useEntityLooks()(type)} />;
}
