import type { MessageTable } from './types.ts';

/** Programs that people connect by OAuth. */
export const connectMessages = {
  'connect.expired': {
    zh: '该连接请求已失效，或不是由此浏览器发起。请回到程序中重新连接',
    en: 'This request has expired, or another browser began it. Go back to the program and connect again',
  },
  'connect.notAsked': { zh: '程序没有请求这项权限', en: 'The program did not ask for this' },
  'connect.mayNotAct': {
    zh: '您的角色不能执行操作，只能允许读取',
    en: 'Your role allows no actions: you can only allow the program to read',
  },
  'connect.tooMany': {
    zh: '每人最多连接 {{most}} 个程序，请先断开不再使用的程序',
    en: 'A person may connect at most {{most}} programs. Disconnect one that you no longer use first',
  },
  'connect.ended': { zh: '已断开，程序不能再访问', en: 'Disconnected: the program has no access any more' },
} as const satisfies MessageTable;
