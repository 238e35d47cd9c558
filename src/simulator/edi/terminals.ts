/** Ports whose terminals send reports, with the name the terminal goes by; the product knows the same partners. */
export const reportingTerminals: readonly { port: string; name: string }[] = [
  { port: 'CNSHA', name: 'YANGSHAN 4' },
  { port: 'CNNGB', name: 'MEISHAN' },
  { port: 'SGSIN', name: 'PASIR PANJANG' },
  { port: 'NLRTM', name: 'MAASVLAKTE 2' },
  { port: 'DEHAM', name: 'BURCHARDKAI SÜD' },
  { port: 'USLAX', name: 'PIER 400' },
];

/** Carriers, by their place among all, that send status reports besides their interfaces. */
export const reportingCarriers: readonly number[] = [4, 5];

/** How a terminal names itself in its messages. */
export const terminalIdentity = (port: string): string => `TERM${port}`;
