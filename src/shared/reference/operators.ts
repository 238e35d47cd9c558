/** A railway operator, haulier or courier whose shipments are followed. */
export type Operator = { code: string; mode: 'rail' | 'road' | 'courier'; nameCn: string; nameEn: string };

/** Those we know. Carriers by sea and airlines are master data; these have no pages of their own. */
export const landOperators: readonly Operator[] = [
  { code: 'CRCT', mode: 'rail', nameCn: '中铁集装箱', nameEn: 'China Railway Container Transport' },
  { code: 'HAUL', mode: 'road', nameCn: '长三角公路运输', nameEn: 'Delta Road Haulage' },
  { code: 'SF', mode: 'courier', nameCn: '顺丰速运', nameEn: 'SF Express' },
  { code: 'UPS', mode: 'courier', nameCn: 'UPS 快递', nameEn: 'UPS' },
  { code: 'EMS', mode: 'courier', nameCn: '中国邮政 EMS', nameEn: 'China Post EMS' },
  { code: 'DHL', mode: 'courier', nameCn: 'DHL 敦豪', nameEn: 'DHL' },
  { code: 'FEDEX', mode: 'courier', nameCn: '联邦快递 FedEx', nameEn: 'FedEx' },
  { code: 'USPS', mode: 'courier', nameCn: '美国邮政 USPS', nameEn: 'USPS' },
];

const byCode = new Map(landOperators.map((one) => [one.code, one]));

/** The operator of a code. */
export const operatorOf = (code: string | null): Operator | undefined => (code === null ? undefined : byCode.get(code));
