/** A weekly service as it is written down: who runs it, where it calls, how many ships it takes. */
export type ServiceTemplate = {
  /** Code of at most five characters, unique in the world. */
  code: string;
  /** Index of the operating carrier among the simulated carriers, in the order of the seed file. */
  carrier: number;
  /** UN/LOCODEs in order of call; the bar marks where the ship turns and its voyage number changes. */
  rotation: string;
  /** Length of the round trip in weeks, which is also the number of ships. */
  weeks: number;
  /** Letters of the outbound and the return voyage. */
  letters: readonly [string, string];
  /** Mean number of tracked bookings on one sailing. */
  bookings: number;
};

const west = ['W', 'E'] as const;
const east = ['E', 'W'] as const;
const south = ['S', 'N'] as const;
const north = ['N', 'S'] as const;

function service(
  code: string,
  carrier: number,
  weeks: number,
  bookings: number,
  letters: readonly [string, string],
  rotation: string,
): ServiceTemplate {
  return { code, carrier, rotation, weeks, letters, bookings };
}

/** All services of the world, by trade; appending keeps the numbers of shipments stable, reordering does not. */
export const serviceTemplates: readonly ServiceTemplate[] = [
  service('AE1', 0, 12, 8, west, 'CNSHA CNNGB CNYTN SGSIN | NLRTM DEHAM BEANR GBFXT MYPKG'),
  service('AE2', 1, 12, 8, west, 'CNTAO CNSHA CNNGB CNXMN SGSIN | GBFXT NLRTM DEHAM FRLEH MYPKG'),
  service('AE3', 2, 12, 8, west, 'KRPUS CNSHA CNNGB CNYTN MYPKG | ESALG NLRTM DEHAM GBSOU SGSIN'),
  service('AM1', 3, 11, 7, west, 'CNSHA CNNGB CNYTN SGSIN | EGPSD ITGOA ESBCN ESVLC MYPKG'),
  service('AM2', 4, 11, 7, west, 'CNTAO CNSHA CNNGB CNYTN SGSIN | GRPIR ITTRS SIKOP EGPSD MYPKG'),
  service('AM3', 9, 10, 6, west, 'CNTXG CNTAO CNNGB SGSIN | EGPSD GRPIR TRIST LKCMB'),
  service('TP1', 0, 6, 7, east, 'CNSHA CNNGB | USLAX USOAK JPTYO'),
  service('TP2', 5, 6, 7, east, 'CNYTN HKHKG CNXMN | USLGB USOAK'),
  service('TP3', 6, 6, 6, east, 'VNVUT CNYTN | USLAX KRPUS'),
  service('TP4', 1, 6, 6, east, 'CNSHA CNTAO KRPUS | CAVAN USSEA JPYOK'),
  service('TP5', 7, 6, 6, east, 'CNNGB CNSHA JPYOK | CAPRR CAVAN'),
  service('TP6', 2, 11, 6, east, 'CNSHA CNNGB KRPUS | USNYC USSAV USCHS'),
  service('TP7', 5, 11, 6, east, 'CNYTN CNXMN CNSHA | PABLB USHOU USMSY'),
  service('TA1', 8, 5, 5, west, 'DEHAM NLRTM BEANR | USNYC USORF USCHS'),
  service('TA2', 3, 6, 5, west, 'ITGOA ESBCN ESVLC | USNYC USSAV'),
  service('TA3', 8, 4, 4, west, 'BEANR GBSOU | CAHAL'),
  service('TA4', 5, 6, 4, west, 'BEANR NLRTM FRLEH | USHOU MXVER'),
  service('IA1', 0, 3, 6, south, 'CNSHA CNNGB HKHKG | SGSIN MYPKG IDJKT'),
  service('IA2', 1, 2, 5, west, 'JPTYO JPYOK JPNGO | CNSHA CNNGB'),
  service('IA3', 2, 3, 5, south, 'KRPUS KRKAN | VNSGN THLCH'),
  service('IA4', 4, 2, 5, south, 'CNYTN HKHKG | PHMNL VNHPH'),
  service('IA5', 6, 2, 4, east, 'CNTXG CNDLC | JPOSA JPUKB'),
  service('IA6', 7, 3, 5, south, 'CNSHK CNXMN TWKHH | THLCH VNSGN'),
  service('IA7', 9, 2, 4, east, 'CNSHA CNTAO | KRPUS KRKAN'),
  service('IA8', 10, 3, 4, north, 'SGSIN MYPKG | INMAA LKCMB'),
  service('IA9', 10, 3, 4, south, 'CNTAO CNNGB | SGSIN THLCH'),
  service('ME1', 3, 6, 6, west, 'CNSHA CNNGB CNSHK SGSIN | AEJEA SADMM'),
  service('ME2', 9, 6, 5, west, 'CNTAO CNSHA CNNGB MYPKG | INNSA INMUN PKKHI'),
  service('ME3', 10, 7, 5, west, 'CNYTN SGSIN | AEJEA SADMM INNSA LKCMB'),
  service('ME4', 11, 7, 5, west, 'CNNGB CNSHA SGSIN | SAJED JOAQJ DJJIB'),
  service('ME5', 8, 8, 5, west, 'AEJEA INMUN INNSA | NLRTM GBFXT DEHAM'),
  service('LA1', 4, 12, 6, west, 'CNSHA CNNGB CNYTN SGSIN | BRSSZ UYMVD ARBUE BRPNG'),
  service('LA2', 11, 10, 6, east, 'CNYTN CNNGB CNSHA KRPUS | MXZLO PECLL CLVAP'),
  service('LA3', 8, 7, 4, south, 'NLRTM BEANR ESALG | BRSSZ ARBUE BRPNG'),
  service('AF1', 6, 8, 5, west, 'CNSHA CNNGB CNSHK SGSIN | ZADUR ZACPT'),
  service('AF2', 7, 12, 5, west, 'CNTAO CNSHA SGSIN | GHTEM NGAPP TGLFW CIABJ'),
  service('AF3', 9, 7, 4, west, 'CNSHK SGSIN | KEMBA TZDAR'),
  service('AF4', 3, 3, 3, south, 'ESALG MAPTM | SNDKR CIABJ'),
  service('OC1', 6, 6, 5, south, 'CNSHA CNNGB CNYTN | AUMEL AUSYD AUBNE'),
  service('OC2', 11, 7, 4, south, 'SGSIN MYPKG | AUFRE AUMEL NZAKL NZTRG'),
  service('OC3', 10, 6, 4, south, 'CNTAO CNSHA TWKHH | NZAKL AUBNE'),
  service('FD1', 8, 2, 2, east, 'DEHAM | SEGOT PLGDN'),
  service('FD2', 0, 1, 2, west, 'NLRTM | IEDUB'),
  service('FD3', 1, 2, 2, south, 'SGSIN | IDJKT IDSUB'),
  service('FD4', 4, 1, 2, east, 'GRPIR | TRIST'),
  service('FD5', 10, 1, 2, west, 'AEJEA | KWSWK'),
  service('FD6', 5, 2, 2, south, 'PABLB | COCTG JMKIN'),
  service('FD7', 9, 1, 2, north, 'LKCMB | INMAA'),
  service('FD8', 2, 1, 2, north, 'KRPUS | RUVVO'),
  service('RB1', 12, 2, 4, east, 'CNSHA CNNGB | KRPUS JPYOK'),
  service('RB2', 13, 3, 4, south, 'CNTAO CNSHA | SGSIN MYPKG'),
  service('CD1', 14, 2, 4, south, 'CNYIK CNTXG | CNNSA CNXMN'),
  service('CD2', 14, 2, 4, south, 'CNTAO CNTAG | CNNSA CNQZJ'),
  service('YZ1', 14, 1, 3, west, 'CNTAG | CNNKG CNWUH'),
];
