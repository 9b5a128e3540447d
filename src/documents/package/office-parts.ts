import { decodeEntities } from '../../data/corpora/xml.ts';
import type { Scrub } from '../document.ts';
import type { Attributes } from '../markup/read-markup.ts';
import { withoutElements } from '../markup/without-elements.ts';
import type { ZipPackage } from './zip-package.ts';

/** The part with the types of the others. */
export const CONTENT_TYPES = '[Content_Types].xml';

/** Where links go that had a name in their address. */
const NO_ADDRESS = 'about:blank';

/**
 * Removes parts of an Office Open XML package, with their types and relations, and addresses that a name is found in.
 *
 * @param isRemoved of the path of a part
 * @returns the changed parts; undefined: removed
 */
export function removeParts(
  archive: ZipPackage,
  isRemoved: (part: string) => boolean,
  scrub: Scrub,
): Map<string, string | undefined> {
  const changes = new Map<string, string | undefined>();
  for (const name of archive.names) {
    if (isRemoved(name)) changes.set(name, undefined);
    else if (name === CONTENT_TYPES) {
      const isGone = ({ PartName = '' }: Attributes) => isRemoved(PartName.slice(1));
      changes.set(name, withoutElements(archive.text(name), 'Override', isGone));
    } else if (name.endsWith('.rels')) {
      const owner = name.replace(/_rels\/([^/]*)\.rels$/, '$1');
      const isGone = ({ Type = '', Target = '', TargetMode }: Attributes) =>
        Type.endsWith('/attachedTemplate') || (TargetMode !== 'External' && isRemoved(resolved(owner, Target)));
      changes.set(name, scrubTargets(withoutElements(archive.text(name), 'Relationship', isGone), scrub));
    }
  }
  return changes;
}

function scrubTargets(xml: string, scrub: Scrub): string {
  return xml.replaceAll(/Target="([^"]*)"/g, (whole, target: string) => {
    const address = decodeEntities(target);
    return scrub(address) === address ? whole : `Target="${NO_ADDRESS}"`;
  });
}

/** The path of the target of a relation of `owner`. */
function resolved(owner: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = owner.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}
