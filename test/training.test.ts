import { describeTraining } from './training-cases.ts';

describeTraining();
