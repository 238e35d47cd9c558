import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { carrierRecord, portRecord, statusRecord } from '#contract/masterdata.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { searchKey } from '#shared/text/normalize.ts';
import type { CarrierInfo, PortInfo, ReferenceSnapshot, StatusInfo } from './reference-store.ts';

const presentPort = (port: PortInfo): z.output<typeof portRecord> => ({
  portCode: port.code,
  portName: port.name,
  portNameCn: port.nameCn,
  portNameDesc: port.description,
  longitude: port.lon,
  latitude: port.lat,
  portTimeZone: port.zone,
});

const presentCarrier = (carrier: CarrierInfo): z.output<typeof carrierRecord> => ({
  carrierCode: carrier.code,
  scac: carrier.scac,
  carrierName: carrier.nameEn,
  carrierNameCn: carrier.nameCn,
  carrierUrl: carrier.urlTemplate,
});

const presentStatus = (status: StatusInfo): z.output<typeof statusRecord> => ({
  statusCode: status.code,
  statusNameCn: status.nameCn,
  statusNameEn: status.nameEn,
  stageCode: status.stageCode,
  stageName: status.stageNameCn,
  stageNameEn: status.stageNameEn,
  stageSequence: status.stageSequence,
  statusSequence: status.statusSequence,
});

/** All ports, by code. */
export const allPorts = (reference: ReferenceSnapshot): CallData<'allPorts'> =>
  [...reference.ports.values()].map(presentPort);
/** All carriers, by code. */
export const allCarriers = (reference: ReferenceSnapshot): CallData<'allCarriers'> =>
  [...reference.carriers.values()].map(presentCarrier);
/** All milestones in the order of a container's life. */
export const allStatuses = (reference: ReferenceSnapshot): CallData<'allStatuses'> =>
  [...reference.statuses.values()]
    .sort((a, b) => a.stageSequence - b.stageSequence || a.statusSequence - b.statusSequence)
    .map(presentStatus);
/** The whole dictionary. */
export const allDict = (reference: ReferenceSnapshot): CallData<'allDict'> =>
  reference.dictionary.map((entry) => ({
    codeType: entry.codeType,
    codeValue: entry.codeValue,
    displayValueCn: entry.displayCn,
    displayValueEn: entry.displayEn,
  }));

/** Vessels of the master data, by name; at most 9,999, pickers search. */
export async function allVessels({ ctx }: { ctx: Ctx }): Promise<CallData<'allVessels'>> {
  const rows = await ctx.db.selectFrom('md_vessel').selectAll().orderBy('name').limit(9999).execute();
  return rows.map(presentVessel);
}

const presentVessel = (row: {
  name: string;
  imo: string | null;
  mmsi: string | null;
  call_sign: string | null;
  flag: string | null;
  carrier_code: string | null;
  teu: number | null;
}) => ({
  vesselName: row.name,
  imo: row.imo,
  mmsi: row.mmsi,
  callSign: row.call_sign,
  flag: row.flag,
  carrierCode: row.carrier_code,
  teu: row.teu,
});

/** Fingerprint of an answer made of the master data, for If-None-Match. */
export const referenceTag = (reference: ReferenceSnapshot, name: string): string =>
  `"${createHash('sha256').update(`${name} ${reference.version}`).digest('base64url').slice(0, 22)}"`;

type SearchColumn = { propertyName?: unknown; columnName?: unknown; operation?: unknown; value?: unknown };

/** Code types named by a search column on codeType with the operation equal; anything else is refused. */
function codeTypesOf(searchColumns: unknown): Set<string> | undefined {
  if (searchColumns === undefined || searchColumns === null || searchColumns === '') return undefined;
  const columns = (Array.isArray(searchColumns) ? searchColumns : [searchColumns]).map((item): SearchColumn =>
    typeof item === 'string' ? parseColumn(item) : (item as SearchColumn),
  );
  const types = new Set<string>();
  for (const column of columns) {
    const name = String(column.propertyName ?? column.columnName ?? '');
    if (!/^code_?type$/i.test(name)) throw refused('error.unknownFilter', { name: name.slice(0, 60) });
    const operation = String(column.operation ?? 'equal').toLowerCase();
    if (!['=', 'eq', 'equal', 'equals'].includes(operation))
      throw refused('error.unknownOperation', { name, operation: operation.slice(0, 30) });
    types.add(String(column.value ?? ''));
  }
  return types;
}

function parseColumn(text: string): SearchColumn {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as SearchColumn) : {};
  } catch {
    throw refused('error.unknownFilter', { name: text.slice(0, 60) });
  }
}

/** Values of code types, paged. */
export function queryDict(input: ParsedQuery<'dictValues'>, reference: ReferenceSnapshot): CallData<'dictValues'> {
  const types = codeTypesOf(input.searchColumns);
  const all = allDict(reference).filter((entry) => types === undefined || types.has(entry.codeType));
  return { mdCodeDicts: slicePage(all, input), ...totals(all.length, input.pageSize) };
}

const slicePage = <T>(all: readonly T[], { currentPage, pageSize }: { currentPage: number; pageSize: number }): T[] =>
  all.slice((currentPage - 1) * pageSize, currentPage * pageSize);

const totals = (totalRecord: number, pageSize: number) => ({
  totalRecord,
  totalPage: Math.ceil(totalRecord / pageSize),
});

/** Exception types of a source that are in use. */
export const exceptionTypes = (
  input: ParsedQuery<'exceptionTypes'>,
  reference: ReferenceSnapshot,
): CallData<'exceptionTypes'> =>
  [...reference.exceptionTypes.values()]
    .filter((type) => type.sourceCode === input.exceptionSourceCode)
    .map((type) => ({
      exceptionTypeCode: type.code,
      exceptionTypeName: type.nameCn,
      exceptionTypeNameEn: type.nameEn,
      description: type.descriptionCn,
      descriptionEn: type.descriptionEn,
      severity: type.severity,
    }));

type Picker = {
  keyword?: string | undefined;
  codes?: string | string[] | undefined;
  currentPage: number;
  pageSize: number;
};
const codesOf = (codes: string | string[] | undefined): string[] | undefined =>
  codes === undefined ? undefined : Array.isArray(codes) ? codes : [codes];
const likeText = (keyword: string): string => `%${searchKey(keyword).replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Finds ports by code, names, pinyin or initials; exact codes come first. */
export async function searchPorts({ ctx, input }: { ctx: Ctx; input: Picker }): Promise<CallData<'searchPorts'>> {
  const codes = codesOf(input.codes);
  let base = ctx.db.selectFrom('md_port');
  if (codes !== undefined) base = base.where('code', 'in', codes);
  const keyword = input.keyword?.trim() ?? '';
  if (keyword !== '') base = base.where('search_text', 'like', likeText(keyword));
  const [rows, total] = await Promise.all([
    base
      .selectAll()
      .orderBy(sql`code = ${keyword.toUpperCase()}`, 'desc')
      .orderBy(sql`code like ${`${keyword.toUpperCase()}%`}`, 'desc')
      .orderBy(sql`name_cn is null`)
      .orderBy('sort_key')
      .orderBy('code')
      .limit(input.pageSize)
      .offset((input.currentPage - 1) * input.pageSize)
      .execute(),
    base.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ]);
  const records = rows.map((row) =>
    presentPort({
      code: row.code,
      name: row.name,
      nameCn: row.name_cn,
      description: row.description,
      countryCode: row.country_code,
      lon: row.lon,
      lat: row.lat,
      zone: row.zone,
    }),
  );
  return { records, ...totals(total.n, input.pageSize) };
}

/** Finds vessels by name, IMO or MMSI. */
export async function searchVessels({ ctx, input }: { ctx: Ctx; input: Picker }): Promise<CallData<'searchVessels'>> {
  const keyword = (input.keyword?.trim() ?? '').toUpperCase();
  const codes = codesOf(input.codes);
  let base = ctx.db.selectFrom('md_vessel');
  if (codes !== undefined) base = base.where((eb) => eb.or([eb('imo', 'in', codes), eb('name', 'in', codes)]));
  if (/^\d+$/.test(keyword))
    base = base.where((eb) => eb.or([eb('imo', 'like', `${keyword}%`), eb('mmsi', 'like', `${keyword}%`)]));
  else if (keyword !== '')
    base = base.where('name', 'like', `%${keyword.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  const [rows, total] = await Promise.all([
    base
      .selectAll()
      .orderBy('name')
      .orderBy('id')
      .limit(input.pageSize)
      .offset((input.currentPage - 1) * input.pageSize)
      .execute(),
    base.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ]);
  return { records: rows.map(presentVessel), ...totals(total.n, input.pageSize) };
}

/** Finds carriers by code, SCAC or names. */
export function searchCarriers(input: Picker, reference: ReferenceSnapshot): CallData<'searchCarriers'> {
  const codes = codesOf(input.codes);
  const keyword = searchKey(input.keyword ?? '');
  const found = [...reference.carriers.values()]
    .filter((carrier) => codes === undefined || codes.includes(carrier.code))
    .filter((carrier) =>
      searchKey([carrier.code, carrier.scac, carrier.nameEn, carrier.nameCn].join(' ')).includes(keyword),
    )
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return { records: slicePage(found, input).map(presentCarrier), ...totals(found.length, input.pageSize) };
}
