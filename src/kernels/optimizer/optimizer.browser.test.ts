import { testOptimizer } from './cases.ts';

testOptimizer();
