import { describeThreads } from './cases.ts';

describeThreads();
