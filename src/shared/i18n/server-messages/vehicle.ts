import type { MessageTable } from './types.ts';

/** Messages about the devices of vehicles. */
export const vehicleMessages = {
  'vehicle.noRegistration': {
    zh: 'GT06 终端没有注册流程，请改为绑定网络：{{plates}}',
    en: 'GT06 devices do not register; bind them to networks instead: {{plates}}',
  },
  'vehicle.nothingHeld': {
    zh: '没有待处理的暂存位置，可能已由他人处理',
    en: 'There is nothing kept aside any more; somebody else may have decided already',
  },
} as const satisfies MessageTable;
