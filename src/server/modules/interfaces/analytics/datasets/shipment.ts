import { column, type Dataset, required } from './declare.ts';

/** A tracked shipment with the values that fusion chose for it. */
export const shipmentTables = `subscription s join shipment d on d.subscription_id = s.id and d.fused`;

/** Shipments: one row for each that is tracked, also before its first data. */
export const shipment: Dataset = {
  name: 'shipment',
  label: { zh: '货物', en: 'Shipments' },
  about: {
    zh: '每票被跟踪的货物一行，取融合后的最佳值；尚未收到数据的货物也在其中，其行程各列为空。',
    en: 'One row per tracked shipment with the best value of each attribute. A shipment without data yet has a row too; its journey is null.',
  },
  key: ['shipment_id'],
  replaceBy: ['shipment_id'],
  tables: `subscription s left join shipment d on d.subscription_id = s.id and d.fused`,
  tenant: 's.tenant_id',
  item: 's.id',
  changedIn: ['s', 'd'],
  step: 20_000,
  columns: {
    shipment_id: required(
      'bigint',
      's.id',
      '货物编号，各视图以此关联',
      'Number of the shipment; the views are joined by it',
    ),
    tracked_by: required(
      'text',
      's.subject',
      '跟踪依据：bill 提单，container 单箱',
      'What is tracked: bill (a bill of lading) or container (one container)',
    ),
    transport_mode: required(
      'text',
      's.mode',
      '运输方式：sea、domestic、air、rail、road、courier',
      'Mode: sea, domestic, air, rail, road or courier',
    ),
    bill_no: column(
      'text',
      'coalesce(d.bill_no, s.bill_no)',
      '提单号',
      'Bill of lading, waybill or consignment number',
    ),
    container_no: column(
      'text',
      'coalesce(d.container_no, s.container_no)',
      '箱号（按箱跟踪时）',
      'Container number, where one container is tracked',
    ),
    booking_no: column('text', 'd.booking_no', '订舱号', 'Booking number'),
    order_no: column('text', 's.order_no', '客户订单号', 'Order number of the customer'),
    carrier_code: required(
      'text',
      'coalesce(d.carrier_code, s.carrier_code)',
      '承运人代码（船公司为 SCAC）',
      'Code of the carrier (SCAC by sea)',
    ),
    vessel_name: column(
      'text',
      'coalesce(d.vessel_name, s.vessel_name)',
      '船名，其他方式为航班号、车次等',
      'Vessel; by other modes flight, train or vehicle',
    ),
    vessel_imo: column('text', 'd.vessel_imo', '船舶 IMO 号', 'IMO number of the vessel'),
    voyage: column('text', 'coalesce(d.voyage, s.voyage)', '航次', 'Voyage'),
    service_code: column('text', 'd.service_code', '航线代码', 'Code of the service'),
    direction: column('text', 'coalesce(d.direction, s.direction)', 'E 出口，I 进口', 'E export, I import'),
    place_of_receipt: column('text', 'd.place_of_receipt', '收货地（UN/LOCODE）', 'Place of receipt (UN/LOCODE)'),
    port_of_loading: column('text', 'd.port_of_loading', '装货港（UN/LOCODE）', 'Port of loading (UN/LOCODE)'),
    port_of_discharge: column('text', 'd.port_of_discharge', '卸货港（UN/LOCODE）', 'Port of discharge (UN/LOCODE)'),
    place_of_delivery: column('text', 'd.place_of_delivery', '交货地（UN/LOCODE）', 'Place of delivery (UN/LOCODE)'),
    final_destination: column(
      'text',
      'd.final_destination',
      '最终目的地（UN/LOCODE）',
      'Final destination (UN/LOCODE)',
    ),
    planned_departure: column(
      'timestamptz',
      'd.planned_departure',
      '计划离港时间',
      'Planned departure from the port of loading',
    ),
    estimated_departure: column(
      'timestamptz',
      'd.etd',
      '预计离港时间（ETD）',
      'Latest estimate of the departure (ETD)',
    ),
    actual_departure: column('timestamptz', 'd.atd', '实际离港时间（ATD）', 'Actual departure (ATD)'),
    planned_arrival: column(
      'timestamptz',
      'd.planned_arrival',
      '计划抵港时间',
      'Planned arrival at the port of discharge',
    ),
    estimated_arrival: column('timestamptz', 'd.eta', '预计抵港时间（ETA）', 'Latest estimate of the arrival (ETA)'),
    actual_arrival: column('timestamptz', 'd.ata', '实际抵港时间（ATA）', 'Actual arrival (ATA)'),
    container_count: required(
      'integer',
      'coalesce(cardinality(d.container_nos), 0)',
      '集装箱数',
      'Number of containers',
    ),
    open_exceptions: required('integer', 's.open_exceptions', '未关闭的异常数', 'Number of open exceptions'),
    has_data: required('boolean', 's.has_data', '是否已收到数据', 'Whether any source has answered'),
    tracking_ended: required('boolean', 's.ended', '是否已结束跟踪', 'Whether tracking has ended'),
    tracking_ended_at: column('timestamptz', 's.ended_at', '结束跟踪的时间', 'When tracking ended'),
    subscribed_at: required('timestamptz', 's.subscribed_at', '订阅时间', 'When tracking was ordered'),
    updated_at: column(
      'timestamptz',
      'd.updated_at',
      '行程数据最近一次变化的时间',
      'When the data of the journey last changed',
    ),
  },
};

/** Containers of shipments. */
export const container: Dataset = {
  name: 'container',
  label: { zh: '集装箱', en: 'Containers' },
  about: {
    zh: '每票货物的每个集装箱一行；其他运输方式下为车皮、包裹或整批货物。',
    en: 'One row per container of a shipment; by other modes a wagon, a parcel or the consignment.',
  },
  key: ['shipment_id', 'container_no'],
  replaceBy: ['shipment_id'],
  tables: shipmentTables,
  unfolding: `cross join lateral json_to_recordset(d.content -> 'containers') as c("containerNo" text, "sealNo" text,
    "sizeType" text, quantity double precision, "grossWeightKg" numeric, "volumeM3" numeric)`,
  tenant: 's.tenant_id',
  item: 's.id',
  changedIn: ['s', 'd'],
  step: 10_000,
  columns: {
    shipment_id: required('bigint', 's.id', '货物编号', 'Number of the shipment'),
    bill_no: column('text', 'coalesce(d.bill_no, s.bill_no)', '提单号', 'Bill of lading'),
    carrier_code: required('text', 'coalesce(d.carrier_code, s.carrier_code)', '承运人代码', 'Code of the carrier'),
    container_no: required('text', 'c."containerNo"', '箱号（ISO 6346）', 'Container number (ISO 6346)'),
    size_type: column(
      'text',
      'c."sizeType"',
      '箱型尺寸（ISO 6346，例如 45G1）',
      'Size and type (ISO 6346), such as 45G1',
    ),
    seal_no: column('text', 'c."sealNo"', '铅封号', 'Seal number'),
    packages: column('double precision', 'c.quantity', '件数', 'Number of packages'),
    gross_weight_kg: column('numeric', 'c."grossWeightKg"::numeric(14, 3)', '毛重（千克）', 'Gross weight in kg', {
      scale: 3,
    }),
    volume_m3: column('numeric', 'c."volumeM3"::numeric(14, 3)', '体积（立方米）', 'Volume in m³', { scale: 3 }),
  },
};
