import { testDropout } from './cases.ts';

testDropout();
