import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { statusRecord } from '#contract/administration/masterdata.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { presentCarrier } from './present.ts';
import type { ReferenceSnapshot, StatusInfo } from './reference-snapshot.ts';

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

/** Fingerprint of an answer made of the master data, for If-None-Match. */
export const referenceTag = (reference: ReferenceSnapshot, name: string): string =>
  `"${createHash('sha256').update(`${name} ${reference.version}`).digest('base64url').slice(0, 22)}"`;

type SearchColumn = { propertyName?: unknown; columnName?: unknown; operation?: unknown; value?: unknown };

/** Code types named by a search column on codeType with the operation equal; anything else is refused. */
function codeTypesOf(searchColumns: unknown): Set<string> | undefined {
  if (searchColumns === undefined || searchColumns === null || searchColumns === '') return undefined;
  const columns = (Array.isArray(searchColumns) ? searchColumns : [searchColumns]).map((item): SearchColumn =>
    typeof item === 'string' ? parseColumn(item) : asRecord(item),
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
    return asRecord(JSON.parse(text));
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

/** Risk zones that are active at a moment, with their outlines. */
export const activeRiskZones = (reference: ReferenceSnapshot, now: Instant): CallData<'riskZones'> =>
  [...reference.riskZones.values()]
    .filter(({ activeFrom, activeTo }) => activeFrom <= now && (activeTo === null || activeTo > now))
    .map((zone) => ({
      zoneCode: zone.code,
      zoneName: zone.nameCn,
      zoneNameEn: zone.nameEn,
      zoneType: zone.zoneType,
      severity: zone.severity,
      activeFrom: zone.activeFrom,
      activeTo: zone.activeTo,
      note: zone.noteCn,
      noteEn: zone.noteEn,
      outline: zone.outline.map((ring) => ring.map(([lon, lat]) => [lon, lat])),
    }));
