import { testLinear } from './cases.ts';

testLinear();
