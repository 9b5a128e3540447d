import { testLookup } from './cases.ts';

testLookup();
