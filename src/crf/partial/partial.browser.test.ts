import { testPartialLabels } from './cases.ts';

testPartialLabels();
