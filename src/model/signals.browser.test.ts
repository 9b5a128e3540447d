import { testSignals } from '../../test/helpers/signal-cases.ts';

testSignals();
