import { type PortWithNames, folded } from './guess-ports.ts';

/** Finds the port of a name; with the code of a country only among its ports. */
type FindNamedPort = (name: string, country: string | null) => string | undefined;

/** Words around a name that do not change which port is meant. */
const around =
  /^(?:THE )?(?:SEA ?)?PORT (?:OF )?|(?: (?:COMMERCIAL|SEA|OCEAN|CONTAINER|INTERNATIONAL))? (?:SEA ?)?(?:PORT|PT|CITY|HARBOU?R|PUERTO|PORTO)$/g;

/** English and former names of ports that the list calls by another. */
const otherNames: Readonly<Record<string, string>> = {
  PUSAN: 'KRPUS',
  KWANGYANG: 'KRKAN',
  XINGANG: 'CNTXG',
  'HO CHI MINH': 'VNSGN',
  SAIGON: 'VNSGN',
  'QUI NHON': 'VNUIH',
  'PORT KELANG': 'MYPKG',
  RANGOON: 'MMRGN',
  BOMBAY: 'INBOM',
  MADRAS: 'INMAA',
  CHITTAGONG: 'BDCGP',
  CHATTOGRAM: 'BDCGP',
  ANTWERPEN: 'BEANR',
  GENOVA: 'ITGOA',
  GENOA: 'ITGOA',
  NAPLES: 'ITNAP',
  LEGHORN: 'ITLIV',
  VENICE: 'ITVCE',
  GOTHENBURG: 'SEGOT',
  COPENHAGEN: 'DKCPH',
  LISBON: 'PTLIS',
  ODESSA: 'UAODS',
  'ST PETERSBURG': 'RULED',
  'SAINT PETERSBURG': 'RULED',
};

/** What a port is also called: what stands in brackets, on either side of a stroke, and before a comma. */
function partsOf({ name, nameCn }: PortWithNames): string[] {
  const parts = [...name.split(/[()/]/), name.split(',')[0] ?? '', ...(nameCn ?? '').split(/[（）()]/u)];
  return parts.map(folded).filter((part) => part.length > 1);
}

/** A name without blanks and doubled letters, which the same town is written with and without. */
const dense = (name: string): string => name.replaceAll(' ', '').replaceAll(/(.)\1+/gu, '$1');

/** A name, and the same without what may stand around it. */
const waysOf = (name: string): string[] =>
  [...new Set([name, name.replaceAll(around, '').trim()])].filter((one) => one.length > 1);

type Names = Map<string, Map<string, string | null>>;

const findIn = (names: Names, name: string, country: string | null): readonly string[] =>
  [...(names.get(name) ?? [])].filter(([, own]) => country === null || own === country).map(([code]) => code);

/**
 * Makes a look-up of ports by their names, without marks on letters: by their full names, then by what they are also called, each
 * exactly and then without blanks and doubled letters. A name that two ports share is not used.
 */
function indexNames(ports: Iterable<PortWithNames>): FindNamedPort {
  const [full, fullLoose, part, partLoose]: [Names, Names, Names, Names] = [new Map(), new Map(), new Map(), new Map()];
  const note = (names: Names, name: string, { code, countryCode }: PortWithNames): void => {
    const found = names.get(name) ?? new Map<string, string | null>();
    names.set(name, found.set(code, countryCode));
  };
  const others = Map.groupBy(Object.entries(otherNames), ([, code]) => code);
  for (const port of ports) {
    const own = [folded(port.name), ...(others.get(port.code) ?? []).map(([name]) => name)];
    for (const name of own) {
      note(full, name, port);
      for (const way of waysOf(name)) note(fullLoose, dense(way), port);
    }
    for (const name of partsOf(port)) {
      note(part, name, port);
      for (const way of waysOf(name)) note(partLoose, dense(way), port);
    }
  }
  return (name, country) => {
    for (const way of waysOf(folded(name))) {
      const loose = dense(way);
      const looks = [
        [full, way],
        [fullLoose, loose],
        [part, way],
        [partLoose, loose],
      ] as const;
      for (const [names, one] of looks) {
        const [code, ...rivals] = findIn(names, one, country);
        // What two ports are called is not decided by the half of a name that only one of them has.
        if (rivals.length > 0) return undefined;
        if (code !== undefined) return code;
      }
    }
    return undefined;
  };
}

/** The look-up, made when the first name is requested: most sources write codes. */
export function createPortNames(ports: () => Iterable<PortWithNames>): FindNamedPort {
  let find: FindNamedPort | undefined;
  return (name, country) => (find ??= indexNames(ports()))(name, country);
}
