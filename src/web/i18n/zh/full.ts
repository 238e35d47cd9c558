import antdModule from 'antd/es/locale/zh_CN.js';
import 'dayjs/locale/zh-cn.js';
import { zh } from './index.ts';

/** Everything the shell needs in this language; loaded as one chunk. */
export const full = { texts: zh, antd: antdModule };
