import { testAlgebra } from './cases.ts';

testAlgebra();
