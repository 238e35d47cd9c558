import antdModule from 'antd/es/locale/en_US.js';

import { en } from './index.ts';

/** Everything the shell needs in this language; loaded as one chunk. */
export const full = { texts: en, antd: antdModule };
