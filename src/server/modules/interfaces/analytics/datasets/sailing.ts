import { column, type Dataset, required } from './declare.ts';

/** Port calls of the schedules of carriers. */
export const sailing: Dataset = {
  name: 'sailing',
  label: { zh: '船期', en: 'Sailings' },
  about: {
    zh: '船公司船期表中每次挂靠一行。船期是公开数据，各租户看到的相同。',
    en: 'One row per port call in the schedules of carriers. Schedules are public: every tenant sees the same rows.',
  },
  key: ['port_call_id'],
  replaceBy: ['port_call_id'],
  tables: 'sailing_call c',
  tenant: null,
  item: 'c.id',
  changedIn: ['c'],
  step: 20_000,
  columns: {
    port_call_id: required('bigint', 'c.id', '挂靠编号', 'Number of the port call'),
    carrier_code: required('text', 'c.carrier_code', '船公司代码（SCAC）', 'Code of the carrier (SCAC)'),
    service_code: required('text', 'c.service_code', '航线代码', 'Code of the service'),
    service_name: column('text', 'c.service_name', '航线名称', 'Name of the service'),
    vessel_imo: required('text', 'c.imo', '船舶 IMO 号', 'IMO number of the vessel'),
    vessel_name: required('text', 'c.vessel_name', '船名', 'Vessel'),
    import_voyage: column('text', 'c.import_voyage', '进口航次', 'Import voyage'),
    export_voyage: column('text', 'c.export_voyage', '出口航次', 'Export voyage'),
    port_code: required('text', 'c.port_code', '港口（UN/LOCODE）', 'Port (UN/LOCODE)'),
    terminal: column('text', 'c.terminal', '码头', 'Terminal'),
    is_omitted: required('boolean', 'c.omitted', '是否跳港', 'Whether the call is omitted'),
    planned_arrival: column('timestamptz', 'c.planned_arrival', '计划抵港时间', 'Planned arrival'),
    estimated_arrival: column('timestamptz', 'c.estimated_arrival', '预计抵港时间', 'Estimated arrival'),
    actual_arrival: column('timestamptz', 'c.actual_arrival', '实际抵港时间', 'Actual arrival'),
    planned_departure: column('timestamptz', 'c.planned_departure', '计划离港时间', 'Planned departure'),
    estimated_departure: column('timestamptz', 'c.estimated_departure', '预计离港时间', 'Estimated departure'),
    actual_departure: column('timestamptz', 'c.actual_departure', '实际离港时间', 'Actual departure'),
    updated_at: required('timestamptz', 'c.changed_at', '最近一次变化的时间', 'When it last changed'),
  },
};
