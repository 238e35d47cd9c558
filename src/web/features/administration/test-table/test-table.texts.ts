import type { TextTree } from '#web/i18n/all-texts.ts';

/** The table widget with sample rows. */
export const testTable = {
  title: { zh: '泊位（示例数据）', en: 'Berths (sample data)' },
  column: {
    berth: { zh: '泊位', en: 'Berth' },
    terminal: { zh: '码头', en: 'Terminal' },
    portName: { zh: '港口', en: 'Port' },
    depthM: { zh: '水深（米）', en: 'Depth (m)' },
    craneCount: { zh: '岸桥数', en: 'Cranes' },
    inUse: { zh: '启用', en: 'In use' },
    builtYear: { zh: '建成年份', en: 'Built' },
    note: { zh: '备注', en: 'Note' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    testTable: typeof testTable;
  }
}
