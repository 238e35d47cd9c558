/** The table widget with sample rows. */
export const testTable = {
  title: '泊位（示例数据）',
  column: {
    berth: '泊位',
    terminal: '码头',
    portName: '港口',
    depthM: '水深（米）',
    craneCount: '岸桥数',
    inUse: '启用',
    builtYear: '建成年份',
    note: '备注',
  },
} as const;
