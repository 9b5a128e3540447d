import type { ColumnRole } from '../../column-layout.ts';
import type { CorpusOptions } from '../../corpus.ts';
import type { Profile } from './profile.ts';
import type { TagProfile } from './tag-profile.ts';

/** A reading of the columns, with its score: the sum of how well each column fits its role. */
export interface Hypothesis {
  token: number;
  tag: number | undefined;
  score: number;
}

/** What is known of a column before roles are given. */
export interface Column {
  index: number;
  name: string | undefined;
  named: ColumnRole | undefined;
  profile: Profile;
  /** A role that its values alone show. */
  structural: ColumnRole | undefined;
  tags: TagProfile;
}

/** Share of the tokens in entities of another column, below which a column is a layer of single tags beside it. */
export const FEW = 0.15;

/** The parts of a reading that are known. */
export type Given = Pick<CorpusOptions, 'tokenColumn' | 'tagColumn' | 'outside' | 'columnsAs' | 'scheme'>;
