import { findReferenceProblem, REFERENCES_MOST } from '#shared/ids/order-references.ts';
import { declareEntity } from '#shared/entity/declare.ts';
import { tenantReference } from './common-fields.ts';
import { remarkField } from './freight-fields.ts';

const quantity = { kind: 'number', min: 0.001, max: 1_000_000_000, decimals: 3, list: 110 } as const;
const place = { kind: 'text', max: 12, upper: true, names: 'place', list: 150 } as const;

/** A line of a tenant's order: what was ordered of whom, until when, and what carries it. */
export const orderLine = declareEntity({
  name: 'orderLine',
  table: 'order_line',
  id: 'orderLineId',
  label: { zh: '订单行', en: 'Order line' },
  title: ['orderNo', 'lineNo'],
  menu: '/order-lines',
  tenantField: 'tenantId',
  importBy: ['tenantId', 'orderNo', 'lineNo'],
  order: [
    ['orderNo', 'desc'],
    ['lineNo', 'asc'],
  ],
  fields: {
    tenantId: { ...tenantReference, createOnly: true, list: 130 },
    orderNo: {
      kind: 'text',
      headings: ['订单编号', '订单号码', '采购订单号', '采购订单', '采购单号', 'PO', 'PO No', 'PO No.', 'PO Number', 'P.O.', 'P.O. No.', 'Order', 'Order No', 'Order Number', 'Purchase order', 'Purchase order no.', 'EBELN'],
      label: { zh: '订单号', en: 'Order no.' },
      max: 60,
      upper: true,
      required: true,
      createOnly: true,
      search: 'keyword',
      list: 150,
    },
    lineNo: {
      kind: 'text',
      headings: ['行项目', '行项目号', '订单行号', '项次', '序号', '项目', 'Line No', 'Line No.', 'Line number', 'Item', 'Item No', 'Item No.', 'PO line', 'Pos', 'Pos.', 'EBELP'],
      label: { zh: '行号', en: 'Line' },
      help: { zh: '在订单内唯一，导入时按订单号与行号更新', en: 'Unique within the order; an import updates by both' },
      max: 10,
      upper: true,
      required: true,
      createOnly: true,
      list: 80,
    },
    supplier: {
      kind: 'text',
      headings: ['供货商', '供应商名称', '供方', '厂家', '发货人', 'Vendor', 'Vendor name', 'Supplier name', 'Seller', 'Shipper'],
      label: { zh: '供应商', en: 'Supplier' },
      max: 100,
      required: true,
      search: 'keyword',
      list: 170,
    },
    customer: { kind: 'text', headings: ['客户名称', '收货人', '买方', 'Customer name', 'Buyer', 'Consignee', 'Sold-to'], label: { zh: '客户', en: 'Customer' }, max: 100, search: 'keyword', list: 150 },
    productCode: {
      kind: 'text',
      headings: ['物料', '物料号', '物料编码', '物料编号', '料号', '产品编码', '商品编码', '款号', 'SKU', 'Material', 'Material no.', 'Part no.', 'Part number', 'Product code', 'Item code', 'Article', 'MATNR'],
      label: { zh: '货号', en: 'Product' },
      max: 60,
      upper: true,
      search: 'keyword',
      list: 120,
    },
    productName: {
      kind: 'text',
      headings: ['物料描述', '物料名称', '产品名称', '商品名称', '货物名称', '货名', '描述', 'Product name', 'Goods', 'Material description', 'Item description', 'Product description', 'Commodity'],
      label: { zh: '品名', en: 'Description' },
      max: 200,
      required: true,
      search: 'keyword',
      list: 180,
    },
    batchNo: { kind: 'text', headings: ['批号', '批次号', 'Batch no.', 'Lot', 'Lot no.'], label: { zh: '批次', en: 'Batch' }, max: 60, upper: true, search: 'keyword', list: 110 },
    quantity: { ...quantity, headings: ['数量', '订单数量', '采购数量', '订货数量', 'Qty', 'Order qty', 'Ordered', 'Order quantity', 'Ordered quantity'], label: { zh: '订购数量', en: 'Quantity' }, required: true },
    unit: { kind: 'text', headings: ['计量单位', 'UoM', 'Units', 'Unit of measure'], label: { zh: '单位', en: 'Unit' }, max: 20, required: true, default: 'PCS', list: 80 },
    packages: { kind: 'integer', headings: ['箱数', '包装件数', 'Cartons', 'Pkgs', 'CTNS', 'Number of packages'], label: { zh: '件数', en: 'Packages' }, min: 0, max: 10_000_000, list: 90 },
    shippedQuantity: {
      ...quantity,
      min: 0,
      headings: ['已发货数量', '发货数量', '已出货数量', 'Shipped qty', 'Shipped quantity'],
      label: { zh: '已发数量', en: 'Shipped' },
      help: { zh: '不能超过订购数量', en: 'At most the ordered quantity' },
    },
    transportMode: {
      kind: 'choice',
      dict: 'TRANSPORT_MODE',
      headings: ['运输模式', 'Transport mode', 'Mode of transport', 'Ship mode'],
      label: { zh: '运输方式', en: 'Mode' },
      required: true,
      default: 'sea',
      search: 'filter',
      list: 100,
    },
    originCode: { ...place, headings: ['起运港', '装货港', '装运港', '发货地', '始发地', 'POL', 'Port of loading', 'From', 'Origin port'], label: { zh: '起运地', en: 'Origin' } },
    destinationCode: { ...place, headings: ['目的港', '卸货港', '收货地', 'POD', 'Port of discharge', 'Destination port', 'To', 'Ship to'], label: { zh: '目的地', en: 'Destination' } },
    shipBy: { kind: 'day', headings: ['最晚装运日', '最迟装运日', '装运期', '要求发货日', '发货日期', 'Ship date', 'Latest ship date', 'Latest shipment', 'ETD', 'Ex-factory date'], label: { zh: '最晚发运日', en: 'Ship by' }, list: 120 },
    promisedOn: { kind: 'day', headings: ['交货日期', '交期', '要求到货日', '到货日期', '交付日期', '承诺交期', 'Delivery date', 'Due date', 'Required date', 'Promised date', 'Need by', 'ETA', 'In-house date'], label: { zh: '承诺交付日', en: 'Promised' }, required: true, list: 120 },
    referenceNos: {
      kind: 'text',
      headings: ['提单号', '箱号', '柜号', '运单号', '提单', 'BL', 'B/L', 'B/L No.', 'BL No', 'Container', 'Container No.', 'AWB', 'Bill of lading', 'Tracking no.', 'Reference'],
      label: { zh: '单证号', en: 'References' },
      example: 'MERI123456789, 784-12345675',
      help: {
        zh: '承运该行货物的提单号、箱号或空运单号，多个用逗号分隔',
        en: 'Bills, containers and air waybills that carry the line, separated by commas',
      },
      max: 500,
      upper: true,
      search: 'keyword',
      list: 200,
      check: (value) => {
        const problem = findReferenceProblem(value);
        if (problem === null) return undefined;
        return problem.code === 'tooMany'
          ? {
              zh: `每行最多 ${REFERENCES_MOST} 个单证号`,
              en: `A line has ${REFERENCES_MOST} references at most`,
            }
          : { zh: `“${problem.value}”过长，不是单证号`, en: `"${problem.value}" is too long for a reference` };
      },
    },
    remark: remarkField,
  },
  uniqueTogether: ['tenantId', 'orderNo', 'lineNo'],
  check: (values) => {
    const { quantity: ordered, shippedQuantity: shipped, shipBy, promisedOn } = values;
    if (typeof ordered === 'number' && typeof shipped === 'number' && shipped > ordered)
      return {
        field: 'shippedQuantity',
        text: {
          zh: `已发数量 ${shipped} 超过订购数量 ${ordered}`,
          en: `Shipped ${shipped} is more than the ${ordered} that were ordered`,
        },
      };
    if (typeof shipBy === 'string' && typeof promisedOn === 'string' && shipBy > promisedOn)
      return {
        field: 'shipBy',
        text: { zh: '最晚发运日不能晚于承诺交付日', en: 'Ship by cannot be after the promised day' },
      };
    return undefined;
  },
  said: {
    added: { zh: '新增订单行成功', en: 'The order line was added' },
    updated: { zh: '更新订单行成功', en: 'The order line was updated' },
    removed: { zh: '删除订单行成功', en: 'The order line was deleted' },
    removeFailed: { zh: '删除订单行失败', en: 'The order line could not be deleted' },
  },
});
