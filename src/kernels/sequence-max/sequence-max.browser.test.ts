import { testSequenceMax } from './cases.ts';

testSequenceMax();
