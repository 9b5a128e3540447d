import { testPooling } from '../../test/helpers/pooling-cases.ts';

testPooling();
