import { testCharPool } from './cases.ts';

testCharPool();
