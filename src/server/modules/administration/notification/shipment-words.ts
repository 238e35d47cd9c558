import type { Lang } from '#server/platform/context.ts';

/** What a notification says of the shipment it is about. */
export type NotifiedShipment = {
  billNo: string | null;
  vesselName: string | null;
  voyage: string | null;
  view: { subscription: { containerNo: string | null; carrierCode: string | null } };
};

const severityTexts = {
  low: { zh: '轻微', en: 'low' },
  medium: { zh: '一般', en: 'medium' },
  high: { zh: '严重', en: 'high' },
} as const;

/** Values of the placeholders about a shipment and how grave it is, in a language. */
export const shipmentWords = (shipment: NotifiedShipment, severity: keyof typeof severityTexts, lang: Lang) => ({
  severity: severityTexts[severity][lang],
  billNo: shipment.billNo ?? '',
  containerNo: shipment.view.subscription.containerNo ?? '',
  carrier: shipment.view.subscription.carrierCode ?? '',
  vessel: shipment.vesselName ?? '',
  voyage: shipment.voyage ?? '',
});

/** What conditions are asked about a shipment, and what goes along with webhooks. */
export const shipmentFacts = ({ billNo, vesselName, voyage, view: { subscription } }: NotifiedShipment) => ({
  blNo: billNo,
  ctnNo: subscription.containerNo,
  carrierCode: subscription.carrierCode,
  vesselName,
  voyage,
});
