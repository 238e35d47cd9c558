import { column, type Dataset, instant, required } from './declare.ts';
import { shipmentTables } from './shipment.ts';

type Moment = 'planned' | 'estimated' | 'actual';

/** What the source of a chosen value is: 1 its type, 2 its code. Provenance names each source once and refers to it by place. */
const sourceOf = (moment: Moment, part: 1 | 2): string =>
  `case when e.${moment} is not null then o.p -> 'speakers' -> (t.origins -> '${moment}' ->> 1)::integer ->> ${part} end`;

/** Milestones of shipments and containers. */
export const milestone: Dataset = {
  name: 'milestone',
  label: { zh: '里程碑', en: 'Milestones' },
  about: {
    zh: '每票货物（或其中一个箱子）在一个地点的每个里程碑一行，含计划、预计、实际时间及其来源。',
    en: 'One row per milestone of a shipment or of one of its containers at one place, with planned, estimated and actual time and the source of each.',
  },
  key: ['shipment_id', 'container_no', 'milestone_code', 'place_code', 'occurrence'],
  replaceBy: ['shipment_id'],
  tables: shipmentTables,
  // Provenance is read as jsonb once for each shipment and kept so: three times of each milestone need six look-ups.
  unfolding: `cross join lateral (select coalesce(d.provenance::jsonb, '{}') as p offset 0) as o
  cross join lateral json_to_recordset(d.content -> 'events') as e("containerNo" text, "statusCode" text,
    "portCode" text, occurrence integer, planned double precision, estimated double precision, actual double precision,
    "vesselName" text, voyage text, zone text, place text)
  cross join lateral (select o.p -> 'items' -> concat('event[', e."containerNo", '|', e."statusCode",
    '|', e."portCode", '|', e.occurrence, ']') as origins offset 0) as t
  left join md_status m on m.code = e."statusCode"`,
  tenant: 's.tenant_id',
  item: 's.id',
  changedIn: ['s', 'd'],
  step: 3_000,
  columns: {
    shipment_id: required('bigint', 's.id', '货物编号', 'Number of the shipment'),
    bill_no: column('text', 'coalesce(d.bill_no, s.bill_no)', '提单号', 'Bill of lading'),
    container_no: column(
      'text',
      'e."containerNo"',
      '箱号；空表示整票货物',
      'Container number; null = the whole shipment',
    ),
    milestone_code: required('text', 'e."statusCode"', '里程碑代码，例如 LOBD', 'Code of the milestone, such as LOBD'),
    milestone_name_zh: column('text', 'm.name_cn', '里程碑中文名', 'Name in Chinese'),
    milestone_name_en: column('text', 'm.name_en', '里程碑英文名', 'Name in English'),
    place_code: column('text', 'e."portCode"', '地点（UN/LOCODE）', 'Place (UN/LOCODE)'),
    place_name: column('text', 'e.place', '来源给出的地点或设施名称', 'Place or facility as the source names it'),
    occurrence: required(
      'integer',
      'e.occurrence',
      '同一里程碑在同一地点第几次出现',
      'Which repeat at this place, from 1',
    ),
    time_zone: column('text', 'e.zone', '地点时区（IANA）', 'Time zone of the place (IANA)'),
    planned_time: column('timestamptz', instant('e.planned'), '计划时间', 'Planned time'),
    planned_source_type: column(
      'text',
      sourceOf('planned', 1),
      '计划时间的来源类型，例如 CARRIER、EXPERT',
      'Type of the source of the planned time, such as CARRIER or EXPERT',
    ),
    planned_source: column(
      'text',
      sourceOf('planned', 2),
      '计划时间的来源代码',
      'Code of the source of the planned time',
    ),
    estimated_time: column('timestamptz', instant('e.estimated'), '预计时间', 'Estimated time'),
    estimated_source_type: column(
      'text',
      sourceOf('estimated', 1),
      '预计时间的来源类型',
      'Type of the source of the estimated time',
    ),
    estimated_source: column(
      'text',
      sourceOf('estimated', 2),
      '预计时间的来源代码',
      'Code of the source of the estimated time',
    ),
    actual_time: column('timestamptz', instant('e.actual'), '实际时间', 'Actual time'),
    actual_source_type: column(
      'text',
      sourceOf('actual', 1),
      '实际时间的来源类型',
      'Type of the source of the actual time',
    ),
    actual_source: column('text', sourceOf('actual', 2), '实际时间的来源代码', 'Code of the source of the actual time'),
    vessel_name: column('text', 'e."vesselName"', '船名、航班号或车次', 'Vessel, flight or train'),
    voyage: column('text', 'e.voyage', '航次', 'Voyage'),
  },
};
