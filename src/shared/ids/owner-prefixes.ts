/** Owner codes of companies that lease containers to carriers: such a container says nothing about who carries it. */
const lessorPrefixes: ReadonlySet<string> = new Set(
  `AMFU AMZU AXIU BEAU BHCU BMOU BSIU CAIU CAXU CRSU CRXU CXDU CXRU DFIU DFSU FBIU FBLU FCIU FFAU FSCU GATU GESU GLDU INBU INKU
  IPXU MAGU RFCU SCZU SEGU SZLU TALU TCKU TCLU TCNU TEMU TEXU TGBU TGCU TGHU TLLU TOLU TPHU TPXU TRHU TRIU TRLU TTNU UESU UETU
  WFHU`.split(/\s+/),
);

/** Whether a container belongs to a company that leases containers. */
export const isLeased = (containerNo: string): boolean => lessorPrefixes.has(containerNo.slice(0, 4));

/** What bills of carriers begin with besides their SCAC and owner codes, with our code of the carrier. */
export const billPrefixes: Readonly<Record<string, string>> = {
  GOSU: 'GSL',
  HASL: 'HAL',
  KMTC: 'KMD',
  SITG: 'SITC',
  SNKO: 'SNK',
};
