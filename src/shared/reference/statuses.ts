import { fieldPath } from '../event/field-paths.ts';
import { readRows } from './read-rows.ts';

const callRoles = ['origin', 'pol', 'transhipment', 'pod', 'destination'] as const;

/** The part the place plays for a milestone; origin and destination lie inland of the two ports. */
export type TransportCallRole = (typeof callRoles)[number];

const dcsaEventTypes = ['EQUIPMENT', 'TRANSPORT', 'SHIPMENT'] as const;
const emptyIndicators = ['EMPTY', 'LADEN'] as const;
const transportModes = ['VESSEL', 'BARGE', 'RAIL', 'TRUCK', 'AIR', 'COURIER'] as const;
const severities = ['low', 'medium', 'high'] as const;
type Severity = (typeof severities)[number];

/** A tracking milestone, its place in the order of a voyage, and the DCSA event that means it. */
export type StatusRow = {
  readonly code: string;
  readonly nameCn: string;
  readonly nameEn: string;
  readonly stageCode: string;
  readonly stageNameCn: string;
  readonly stageNameEn: string;
  readonly stageSequence: number;
  readonly statusSequence: number;
  /** Whether the milestone belongs to the container, the vessel's call or the shipment. */
  readonly dcsaEventType: (typeof dcsaEventTypes)[number] | undefined;
  readonly dcsaEventCode: string | undefined;
  readonly emptyIndicator: (typeof emptyIndicators)[number] | undefined;
  readonly callRole: TransportCallRole | undefined;
  readonly mode: (typeof transportModes)[number] | undefined;
};

/** A kind of problem that the rules detect. */
export type ExceptionTypeRow = {
  readonly code: string;
  readonly nameCn: string;
  readonly nameEn: string;
  readonly descriptionCn: string;
  readonly descriptionEn: string;
  readonly severity: Severity;
  readonly sourceCode: string;
};

/** Something that can be done about the cause of an exception. */
export type ExceptionHandleStatusRow = {
  readonly code: string;
  readonly nameCn: string;
  readonly nameEn: string;
};

/** A value of a dictionary, with the names of its code type. */
export type DictionaryRow = {
  readonly codeType: string;
  readonly codeNameCn: string;
  readonly codeNameEn: string;
  readonly codeValue: string;
  readonly displayValueCn: string;
  readonly displayValueEn: string;
};

/** Reads `seeds/statuses.csv`. */
export function parseStatuses(csvText: string): StatusRow[] {
  return readRows('statuses', csvText, (line) => ({
    code: line.text('status_code'),
    nameCn: line.text('name_cn'),
    nameEn: line.text('name_en'),
    stageCode: line.text('stage_code'),
    stageNameCn: line.text('stage_cn'),
    stageNameEn: line.text('stage_en'),
    stageSequence: line.number('stage_sequence'),
    statusSequence: line.number('status_sequence'),
    dcsaEventType: line.optionalOneOf('dcsa_event_type', dcsaEventTypes),
    dcsaEventCode: line.optional('dcsa_event_code'),
    emptyIndicator: line.optionalOneOf('empty_indicator', emptyIndicators),
    callRole: line.optionalOneOf('call_role', callRoles),
    mode: line.optionalOneOf('mode', transportModes),
  }));
}

/** Reads `seeds/exception-types.csv`. */
export function parseExceptionTypes(csvText: string): ExceptionTypeRow[] {
  return readRows('exception-types', csvText, (line) => ({
    code: line.text('code'),
    nameCn: line.text('name_cn'),
    nameEn: line.text('name_en'),
    descriptionCn: line.text('description_cn'),
    descriptionEn: line.text('description_en'),
    severity: line.oneOf('severity', severities),
    sourceCode: line.text('source'),
  }));
}

/** A risk zone as the seeds have it; days are days of UTC. */
export type RiskZoneRow = {
  code: string;
  nameCn: string;
  nameEn: string;
  zoneType: string;
  severity: Severity;
  activeFrom: string;
  activeTo?: string | undefined;
  outline: string;
  noteCn?: string | undefined;
  noteEn?: string | undefined;
};

/** Reads `seeds/risk-zones.csv`. */
export function parseRiskZones(csvText: string): RiskZoneRow[] {
  const day = (text: string): string => `${text}T00:00:00Z`;
  return readRows('risk-zones', csvText, (line) => {
    const to = line.optional('active_to');
    return {
      code: line.text('code'),
      nameCn: line.text('name_cn'),
      nameEn: line.text('name_en'),
      zoneType: line.text('zone_type'),
      severity: line.oneOf('severity', severities),
      activeFrom: day(line.text('active_from')),
      activeTo: to === undefined ? undefined : day(to),
      outline: line.text('outline'),
      noteCn: line.optional('note_cn'),
      noteEn: line.optional('note_en'),
    };
  });
}

/** Reads `seeds/exception-handle-statuses.csv`; the order of the lines is the order of choice. */
export function parseExceptionHandleStatuses(csvText: string): ExceptionHandleStatusRow[] {
  return readRows('exception-handle-statuses', csvText, (line) => ({
    code: line.text('code'),
    nameCn: line.text('name_cn'),
    nameEn: line.text('name_en'),
  }));
}

/** Reads `seeds/event-fields.csv`: type and unit follow from the data path. */
export const parseEventFields = (csvText: string) =>
  readRows('event-fields', csvText, (line) => {
    const dataPath = line.text('data_path');
    const kind = fieldPath(dataPath);
    if (kind === undefined) throw new Error(`event-fields: the journey has no ${dataPath}`);
    return {
      code: line.text('code'),
      nameCn: line.text('name_cn'),
      nameEn: line.text('name_en'),
      dataPath,
      fieldType: kind.type,
      unit: kind.unit ?? null,
      enabled: true,
    };
  });

/** Reads `seeds/event-item-types.csv`. */
export const parseEventItemTypes = (csvText: string) =>
  readRows('event-item-types', csvText, (line) => ({
    code: line.text('code'),
    nameCn: line.text('name_cn'),
    nameEn: line.text('name_en'),
    sortOrder: line.number('sort_order'),
    enabled: true,
  }));

/** Reads `seeds/dictionary.csv`. */
export function parseDictionary(csvText: string): DictionaryRow[] {
  return readRows('dictionary', csvText, (line) => ({
    codeType: line.text('code_type'),
    codeNameCn: line.text('code_name_cn'),
    codeNameEn: line.text('code_name_en'),
    codeValue: line.text('code_value'),
    displayValueCn: line.text('display_value_cn'),
    displayValueEn: line.text('display_value_en'),
  }));
}
