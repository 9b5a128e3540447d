import { testCrf } from './cases.ts';

testCrf();
