import type pg from 'pg';

const place = (prefix: string, alias: string, path: string): string => `
  b.content #>> '{booking,${path}}' as "${prefix}Code", ${alias}.name as "${prefix}Name", ${alias}.name_cn as "${prefix}NameCn",
  ${alias}.description as "${prefix}NameDesc", ${alias}.lon as "${prefix}Lon", ${alias}.lat as "${prefix}Lat", ${alias}.zone as "${prefix}Zone"`;
const time = (name: string, ms: string, zone: string): string => `
  ${ms} as "${name}",
  to_char(to_timestamp(${ms} / 1000.0) at time zone coalesce(${zone}, 'Asia/Shanghai'), 'YYYY-MM-DD HH24:MI:SS') as "${name}Str"`;
const booked = (name: string): string => `(b.content #>> '{booking,${name}}')::bigint`;
/** 1 where the time that is expected is the planned one. */
const plannedFlag = (name: string, expected: string, planned: string): string =>
  `case when coalesce(${booked(expected)}, ${booked(planned)}) = ${booked(planned)} then 1 end as "${name}Planned"`;
const onward = (name: string): string => `(b.content #>> '{onward,${name}}')::bigint`;
const cutoff = (code: string): string =>
  `(select (c ->> 'time')::bigint from jsonb_array_elements(b.content -> 'cutoffs') c where c ->> 'code' = '${code}' limit 1)`;

/** The bookings of a voyage by one hand-written statement that makes the same JSON; each document is parsed once. */
const statement = `
  with found as materialized (
    select id, tenant_id, subscription_id, fused, source_type, channel, container_no, direction, ended, ended_at, record_version,
      content::jsonb as content
    from shipment where vessel_name = $1 and voyage = $2
  )
  select coalesce(json_agg(json_build_object('obmBk', row_to_json(r), 'counts', r.counts)), '[]')::text as data from (
    select b.id::text as "obmBkId", b.content #>> '{booking,billNo}' as "blNo", b.container_no as "ctnNo",
      b.content #>> '{booking,bookingNo}' as "refrenceNo",
      case when b.fused or b.source_type = 'EXPERT' then 1 else 0 end as "unionFlag", b.channel as "processType",
      b.source_type as "bizSourceType", b.ended::int as "endFlag", extract(epoch from b.ended_at)::bigint * 1000 as "endTime",
      b.content #>> '{booking,carrierCode}' as "carrierCode", coalesce(c.name_cn, c.name_en) as "carrierName",
      replace(replace(c.url_template, '{blNo}', b.content #>> '{booking,billNo}'), '{ctnNo}', coalesce(b.container_no, '')) as "carrierUrl",
      b.content #>> '{booking,vesselName}' as "custVessel", b.content #>> '{booking,voyage}' as "custVoyage",
      b.direction as "inOutFlag", (s.subject = 'bill')::int as "isBillNo",
      case when b.source_type = 'EXPERT' and not b.fused then '1.0.0' end as "packageVersion", null as "businessNo",
      ${time('openTime', cutoff('EFC'), 'pol.zone')}, ${time('closeTime', cutoff('FCO'), 'pol.zone')},
      ${place('por', 'por', 'placeOfReceipt')}, ${place('pol', 'pol', 'portOfLoading')}, ${place('pod', 'pod', 'portOfDischarge')},
      ${place('deliveryPlace', 'dlv', 'placeOfDelivery')}, ${place('destination', 'dst', 'finalDestination')},
      ${time('custEtd', `coalesce(${booked('etd')}, ${booked('plannedDeparture')})`, 'pol.zone')},
      ${plannedFlag('custEtd', 'etd', 'plannedDeparture')}, ${plannedFlag('custEta', 'eta', 'plannedArrival')},
      ${time('atd', booked('atd'), 'pol.zone')},
      ${time('custEta', `coalesce(${booked('eta')}, ${booked('plannedArrival')})`, 'pod.zone')},
      ${time('ata', booked('ata'), 'pod.zone')},
      b.content #>> '{onward,vesselName}' as "vesselDestination", b.content #>> '{onward,voyage}' as "voyageDestination",
      ${time('loadedTimeDestination', onward('loaded'), 'pod.zone')}, ${time('etdDestination', onward('etd'), 'pod.zone')},
      ${time('atdDestination', onward('atd'), 'pod.zone')}, ${time('etaDestination', onward('eta'), 'dst.zone')},
      ${time('ataDestination', onward('ata'), 'dst.zone')},
      b.record_version as "recordVersion", b.subscription_id::text as "obmTkSubscribeId", t.code as "tenantCode", t.name as "tenantName",
      json_build_object('legs', jsonb_array_length(b.content -> 'legs'), 'containers', jsonb_array_length(b.content -> 'containers'),
        'statuses', jsonb_array_length(b.content -> 'events')) as counts
    from found b join subscription s on s.id = b.subscription_id join tenant t on t.id = b.tenant_id
      left join md_carrier c on c.code = b.content #>> '{booking,carrierCode}'
      left join md_port por on por.code = b.content #>> '{booking,placeOfReceipt}'
      left join md_port pol on pol.code = b.content #>> '{booking,portOfLoading}'
      left join md_port pod on pod.code = b.content #>> '{booking,portOfDischarge}'
      left join md_port dlv on dlv.code = b.content #>> '{booking,placeOfDelivery}'
      left join md_port dst on dst.code = b.content #>> '{booking,finalDestination}'
    order by b.subscription_id, b.fused desc, b.id
  ) r`;

/** What both sides answer for one booking. */
export type Answered = { obmBk: Record<string, unknown>; counts: Record<string, number> };

/** Asks the database by hand and reads the answer. */
export async function askByHand(client: pg.Client): Promise<Answered[]> {
  const { rows } = await client.query<{ data: string }>({
    name: 'voyage',
    text: statement,
    values: ['BENCH HORIZON', '101W'],
  });
  const answer = JSON.parse(rows[0]?.data ?? '[]') as Answered[];
  for (const { obmBk } of answer) {
    delete obmBk['counts'];
    for (const flag of ['custEtdPlanned', 'custEtaPlanned']) if (obmBk[flag] === null) delete obmBk[flag];
  }
  return answer;
}
