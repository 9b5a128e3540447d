import { testRecurrent } from './cases.ts';

testRecurrent();
