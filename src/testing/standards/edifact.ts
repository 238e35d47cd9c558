/**
 * What the UN/EDIFACT directory D.00B says of the messages that terminals and carriers exchange about containers, and a check against
 * it that uses none of the code that writes or reads them. Source: UNTDID D.00B (message types COARRI, CODECO, IFTSTA; segments,
 * composites and code lists), service.unece.org/trade/untdid/d00b. Only segments and codes that are used here; facts of the directory,
 * not its text.
 */

/** Segments in order with how often they may be there; `!` must be there, brackets are groups. */
const messages: Readonly<Record<string, string>> = {
  COARRI:
    'BGM1! DTM9 FTX9 [9 RFF1! DTM9] [1! TDT1! DTM9 RFF9 [9 LOC1! DTM9]] [9! NAD1!] ' +
    '[9999 EQD1! RFF9 TMD9 DTM9 [9 LOC1! DTM9] MEA9 DIM9 SEL9 FTX9 [9 DAM1!] [1 TDT1! LOC9 DTM9] NAD9] CNT1',
  CODECO:
    'BGM1! DTM9 FTX9 [9 RFF1! DTM9] [1 TDT1! DTM9 RFF9 [9 LOC1! DTM9]] [9! NAD1!] ' +
    '[9999! EQD1! RFF99 TMD9 DTM99 LOC9 MEA99 DIM99 SEL9 FTX99 [9 DAM1!] [9 TDT1! DTM9 [9 LOC1! DTM9]] NAD9] CNT1',
  IFTSTA:
    'BGM1! DTM9 TSR1 [9 NAD1!] [9 RFF1! DTM1] LOC9 FTX9 CNT9 [99999 CNI1! LOC9 CNT9 [99 STS1! RFF999 DTM9 DOC1 FTX9 NAD9 LOC1 ' +
    '[99 TDT1! DTM9 RFF9 [9 LOC1! DTM9]] [99 EQD1! MEA9 DIM9 SEL9 RFF9 TMD1] [99 GID1!]]]',
};

/**
 * Elements of segments, divided by `+`, and their components: form, greatest length, and the data element where its codes are listed
 * below; `!` must be there.
 */
const segments: Readonly<Record<string, string>> = {
  UNB: 'a4! n1! + an35! an4 an14 + an35! an4 an14 + n6! n4! + an14!',
  UNH: 'an14! + an6! an3! an3! an2!',
  UNT: 'n6! + an14!',
  UNZ: 'n6! + an14!',
  BGM: 'an3=1001 an17 an3 an35 + an35 an9 an6 + an3=1225 + an3',
  DTM: 'an3!=2005 an35 an3=2379',
  TDT: 'an3!=8051 + an17 + an3=8067 an17 + an8 an17 + an17 an17 an3 an35 + an3 + an3 an3 an17 + an9 an17 an3 an35 an3 + an3',
  LOC: 'an3!=3227 + an25 an17 an3 an256 + an25 an17 an3 an70 + an25 an17 an3 an70 + an3',
  NAD: 'an3!=3035 + an35! an17 an3',
  EQD: 'an3!=8053 + an17 an17 an3 an3 + an10 an17 an3 an35 + an3 + an3=8249 + an3=8169',
  RFF: 'an3!=1153 an70 an6 an35',
  MEA: 'an3!=6311 + an3=6313 an3 + an3! an18',
  SEL: 'an35 + an3 an17 an3 an35 + an3',
  CNT: 'an3!=6069 n18! an3',
  CNI: 'n4 + an35 an3 an70 an3 an9 an6 + n4',
  STS: 'an3!=9015 an17 an3 + an3! an17 an3 an35 + an3! an17 an3 an256',
};

/** Codes by data element, with what SMDG adds to them in its guides: 34 and 36 for gates, VGM for verified weights. */
const codes: Readonly<Record<string, string>> = {
  1001: '23 34 36 98 118 119 121 122',
  1153: 'BM BN EQ CN',
  1225: '1 5 9',
  2005: '7 132 133 137 178 186 189 203 232 334',
  2379: '102 203 204 205 303 304',
  3035: 'CA CF MR MS',
  3227: '7 8 9 11 88 175',
  6069: '16',
  6311: 'AAE WT',
  6313: 'G VGM',
  8051: '10 20 30',
  8053: 'CN',
  8067: '1 2 3 8',
  8169: '4 5',
  8249: '2 3 6',
  9015: '1',
};

type Part = { max: number; needed: boolean } & ({ tag: string } | { group: Part[] });

function readStructure(text: string): Part[] {
  const tokens = text.match(/\[\d+!?|\]|[A-Z]{3}\d+!?/g) ?? [];
  const read = (): Part[] => {
    const parts: Part[] = [];
    for (let token = tokens.shift(); token !== undefined && token !== ']'; token = tokens.shift()) {
      const max = Number(/\d+/.exec(token)?.[0]);
      const needed = token.endsWith('!');
      parts.push(token.startsWith('[') ? { max, needed, group: read() } : { max, needed, tag: token.slice(0, 3) });
    }
    return parts;
  };
  return read();
}

/** Takes the tags that fit from the front; what is missing is added to the problems. */
function take(parts: readonly Part[], tags: string[], problems: string[]): void {
  for (const part of parts) {
    let count = 0;
    const first = 'tag' in part ? part.tag : part.group[0];
    const begins = typeof first === 'string' ? first : first !== undefined && 'tag' in first ? first.tag : '';
    while (tags[0] === begins && count < part.max) {
      if ('tag' in part) tags.shift();
      else take(part.group, tags, problems);
      count += 1;
    }
    if (part.needed && count === 0) problems.push(`without ${begins}`);
  }
}

function checkComponent(value: string, rule: string, at: string): string[] {
  const [, form = '', max = '', needed, element] = /^(an|a|n)(\d+)(!)?(?:=(\d+))?$/.exec(rule) ?? [];
  if (value === '') return needed === undefined ? [] : [`${at}: missing`];
  const listed = element === undefined ? undefined : codes[element];
  const isRight =
    [...value].length <= Number(max) &&
    (form !== 'n' || /^-?\d+$/.test(value)) &&
    (form !== 'a' || /^[A-Z]+$/.test(value));
  return [
    ...(isRight ? [] : [`${at}: not ${form}..${max}: ${value}`]),
    ...(listed !== undefined && !listed.split(' ').includes(value) ? [`${at}: not in ${element}: ${value}`] : []),
  ];
}

/** Divides a text at a separator that no release character stands before. */
function divide(text: string, separator: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === separator) parts.push('');
    else {
      parts[parts.length - 1] += sign;
      if (sign === '?') parts[parts.length - 1] += text[(at += 1)] ?? '';
    }
  }
  return parts;
}

function checkSegment(tag: string, elements: readonly string[]): string[] {
  const rule = segments[tag];
  if (rule === undefined) return [`${tag}: not known here`];
  const rules = rule.split(' + ').map((one) => one.split(' '));
  return elements.flatMap((element, index): string[] => {
    const own = rules[index];
    // UNB ends with elements that are not checked here.
    if (own === undefined) return tag === 'UNB' ? [] : [`${tag}: too many elements`];
    const components = divide(element, ':').map((one) => one.replaceAll(/\?(.)/g, '$1'));
    if (components.length > own.length) return [`${tag}+${index + 1}: too many components: ${element}`];
    // An element that is left out needs none of its parts, unless it is the first.
    if (index > 0 && components.every((one) => one === '')) return [];
    return own.flatMap((one, at) => checkComponent(components[at] ?? '', one, `${tag}+${index + 1}:${at + 1}`));
  });
}

/** What in an interchange is not as D.00B has it: segments, their order, their elements, and codes. Empty: it is right. */
export function edifactProblems(text: string): string[] {
  // UNA names the separators, which are the usual ones here.
  const all = divide(text.replace(/^UNA.{6}/, ''), "'").map((one) => one.trim());
  const read = all.filter((one) => one !== '').map((one) => divide(one, '+'));
  const problems = read.flatMap(([tag = '', ...elements]) => checkSegment(tag, elements));
  let open: { type: string; tags: string[] } | undefined;
  for (const [tag = '', , id = ''] of read) {
    if (tag === 'UNH') open = { type: id.slice(0, 6), tags: [] };
    else if (tag === 'UNT' && open !== undefined) {
      const { type, tags } = open;
      const structure = messages[type];
      if (structure === undefined) problems.push(`${type}: not known here`);
      else take(readStructure(structure), tags, problems);
      if (tags.length > 0) problems.push(`${type}: ${tags[0]} where it may not be`);
      open = undefined;
    } else open?.tags.push(tag);
  }
  return problems;
}
