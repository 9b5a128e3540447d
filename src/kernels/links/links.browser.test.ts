import { testLinks } from './cases.ts';

testLinks();
