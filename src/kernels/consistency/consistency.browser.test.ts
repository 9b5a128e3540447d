import { testConsistency } from './cases.ts';

testConsistency();
