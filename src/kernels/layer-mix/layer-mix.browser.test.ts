import { testLayerMix } from './cases.ts';

testLayerMix();
