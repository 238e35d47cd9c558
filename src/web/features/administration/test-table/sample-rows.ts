/** One row of the sample. */
export type SampleRow = {
  id: string;
  berth: string;
  terminal: string;
  portName: string;
  depthM: number;
  craneCount: number;
  inUse: boolean;
  builtYear: number;
  note: string;
};

const terminals = [
  ['外高桥四期', '上海'],
  ['洋山三期', '上海'],
  ['梅山', '宁波'],
  ['前湾', '青岛'],
  ['盐田西作业区', '深圳'],
  ['海润', '厦门'],
  ['太平洋国际', '天津'],
] as const;

/** A thousand rows that never change: the table widget is looked at, and its scrolling measured, with them. */
export const sampleRows: readonly SampleRow[] = Array.from({ length: 1000 }, (_, index) => {
  const [terminal, portName] = terminals[index % terminals.length] ?? terminals[0];
  return {
    id: String(index + 1),
    berth: `B${String(101 + index)}`,
    terminal,
    portName,
    depthM: 12 + ((index * 7) % 60) / 10,
    craneCount: 2 + ((index * 5) % 9),
    inUse: index % 6 !== 0,
    builtYear: 1996 + ((index * 11) % 28),
    note: index % 9 === 0 ? '2027 年改造' : '',
  };
});
