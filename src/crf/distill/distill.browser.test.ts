import { testDistillation } from './cases.ts';

testDistillation();
