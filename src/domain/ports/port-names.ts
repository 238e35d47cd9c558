import { type KnownPort, folded } from './guess-ports.ts';

/** Finds the port of a name; with the code of a country only among its ports. */
type FindNamedPort = (name: string, country: string | null) => string | undefined;

/** Words around a name that do not change which port is meant. */
const around =
  /^(?:THE )?(?:SEA ?)?PORT (?:OF )?|(?: (?:COMMERCIAL|SEA|OCEAN|CONTAINER|INTERNATIONAL))? (?:SEA ?)?(?:PORT|PT|CITY|HARBOU?R|PUERTO|PORTO)$/g;

/** What a port is also called: what stands in brackets, on either side of a stroke, and before a comma. */
function namesOf({ name, nameCn }: KnownPort): string[] {
  const parts = [name, ...name.split(/[()/]/), name.split(',')[0] ?? '', ...(nameCn ?? '').split(/[（）()]/u)];
  return parts.map(folded).filter((part) => part.length > 1);
}

/** A name without blanks and doubled letters, which the same town is written with and without. */
const dense = (name: string): string => name.replaceAll(' ', '').replaceAll(/(.)\1+/gu, '$1');

/** A name, and the same without what may stand around it. */
const waysOf = (name: string): string[] =>
  [...new Set([name, name.replaceAll(around, '').trim()])].filter((one) => one.length > 1);

/**
 * Makes a look-up of ports by their names, without marks on letters; first exactly, then without blanks and doubled letters. A name
 * that two ports have is none of either.
 */
function indexNames(ports: Iterable<KnownPort>): FindNamedPort {
  const [exact, loose] = [new Map<string, Map<string, string | null>>(), new Map<string, Map<string, string | null>>()];
  const note = (names: typeof exact, name: string, { code, countryCode }: KnownPort): void => {
    const found = names.get(name) ?? new Map<string, string | null>();
    names.set(name, found.set(code, countryCode));
  };
  for (const port of ports)
    for (const name of namesOf(port)) {
      note(exact, name, port);
      for (const way of waysOf(name)) note(loose, dense(way), port);
    }
  const find = (names: typeof exact, name: string, country: string | null): string | undefined => {
    const codes = [...(names.get(name) ?? [])].filter(([, own]) => country === null || own === country);
    return codes.length === 1 ? codes[0]?.[0] : undefined;
  };
  return (name, country) => {
    const ways = waysOf(folded(name));
    for (const way of ways) {
      const code = find(exact, way, country) ?? find(loose, dense(way), country);
      if (code !== undefined) return code;
    }
    return undefined;
  };
}

/** The same, made when the first name is looked up: most sources write codes. */
export function createPortNames(ports: () => Iterable<KnownPort>): FindNamedPort {
  let find: FindNamedPort | undefined;
  return (name, country) => (find ??= indexNames(ports()))(name, country);
}
