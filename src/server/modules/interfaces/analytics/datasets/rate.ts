import { type Column, column, type Dataset, required } from './declare.ts';

const price = (size: string, zh: string, en: string): Column =>
  column('numeric', `r.price${size}`, `${zh}运价`, `Freight of one ${en} container`, { scale: 2 });

/** Agreed freight rates. */
export const rate: Dataset = {
  name: 'rate',
  label: { zh: '运价', en: 'Rates' },
  about: {
    zh: '租户的每条协议运价一行，金额以该行币种计，不含附加费。',
    en: 'One row per agreed freight rate of the tenant. Amounts are in the currency of the row, without surcharges.',
  },
  key: ['rate_id'],
  replaceBy: ['rate_id'],
  tables: `freight_rate r join md_carrier ca on ca.id = r.carrier_id join md_port pol on pol.id = r.pol_id
    join md_port pod on pod.id = r.pod_id left join md_port via on via.id = r.transship_port_id`,
  tenant: 'r.tenant_id',
  item: 'r.id',
  changedIn: ['r'],
  step: 20_000,
  columns: {
    rate_id: required('bigint', 'r.id', '运价编号', 'Number of the rate'),
    rate_no: required('text', 'r.rate_no', '运价单号', 'Rate number as people write it'),
    supplier_type: required('text', 'r.supplier_type', '供应商类型代码', 'Code of the kind of supplier'),
    agent_name: column('text', 'r.agent_name', '货代名称', 'Name of the agent'),
    carrier_code: required('text', 'ca.code', '船公司代码（SCAC）', 'Code of the carrier (SCAC)'),
    port_of_loading: required('text', 'pol.code', '装货港（UN/LOCODE）', 'Port of loading (UN/LOCODE)'),
    transhipment_port: column('text', 'via.code', '中转港（UN/LOCODE）', 'Port of transhipment (UN/LOCODE)'),
    port_of_discharge: required('text', 'pod.code', '卸货港（UN/LOCODE）', 'Port of discharge (UN/LOCODE)'),
    service_code: column('text', 'r.service', '航线代码', 'Code of the service'),
    contract_no: column('text', 'r.contract_no', '合同号', 'Contract number'),
    valid_from: required('date', 'r.valid_from', '生效日期', 'First day on which it is valid'),
    valid_to: required('date', 'r.valid_to', '失效日期（含当日）', 'Last day on which it is valid'),
    currency: required('text', 'r.currency', '币种（ISO 4217）', 'Currency (ISO 4217)'),
    freight_20gp: price('20gp', '20 尺普柜', '20’ general purpose'),
    freight_40gp: price('40gp', '40 尺普柜', '40’ general purpose'),
    freight_40hq: price('40hq', '40 尺高柜', '40’ high cube'),
    freight_45hq: price('45hq', '45 尺高柜', '45’ high cube'),
    freight_20rf: price('20rf', '20 尺冷柜', '20’ reefer'),
    freight_40rh: price('40rh', '40 尺高冷柜', '40’ high cube reefer'),
    transit_days: column('integer', 'r.transit_days', '航程天数', 'Transit time in days'),
    free_demurrage_days: column('integer', 'r.free_demurrage_days', '免费堆存天数', 'Days free of demurrage'),
    free_detention_days: column('integer', 'r.free_detention_days', '免费用箱天数', 'Days free of detention'),
  },
};
