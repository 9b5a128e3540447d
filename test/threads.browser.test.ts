import { describeThreadedTraining } from './thread-cases.ts';

describeThreadedTraining();
