import { z } from 'zod';
import { parseIsoInstant } from '#shared/time/parse-iso-instant.ts';

const instant = z.string().transform((text, context) => {
  const { instant: at } = parseIsoInstant(text);
  if (at !== undefined) return at;
  context.addIssue({ code: 'custom', message: 'no time' });
  return z.NEVER;
});
const short = z.string().trim().min(1).max(100);
const place = z.object({ location: z.object({ UNLocationCode: short }), dateTime: instant });
const amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((text) => /^\d{1,8}(?:\.\d{1,4})?$/.test(text));
const charge = z.object({
  chargeTypeCode: short,
  chargeName: short.nullish(),
  calculationBasis: z.enum(['PER_CONTAINER', 'PER_DOCUMENT']),
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
  currencyAmount: amount,
});
const offer = z.object({
  offerReference: short,
  placeOfReceipt: place,
  placeOfDelivery: place,
  carrierServiceCode: short.nullish(),
  carrierExportVoyageNumber: short,
  vessel: z.object({ name: short }),
  spaceStatus: z.enum(['OPEN', 'LIMITED', 'SOLD_OUT']),
  equipments: z
    .array(z.object({ ISOEquipmentCode: short, charges: z.array(charge).min(1).max(60) }))
    .min(1)
    .max(30),
});
const answer = z.object({ offers: z.array(z.unknown()).max(500) });

/** A charge of an offer; the freight has the code OFR. */
export type OfferCharge = {
  code: string;
  name: string | null;
  basis: 'CONTAINER' | 'BL';
  currency: string;
  amount: string;
};

/** What a carrier asks for one sailing. */
export type SpotOffer = {
  ref: string;
  serviceCode: string | null;
  vesselName: string;
  voyage: string;
  departsAt: number;
  arrivesAt: number;
  space: 'OPEN' | 'LIMITED' | 'SOLD_OUT';
  equipments: { isoCode: string; charges: OfferCharge[] }[];
};

/** Offers of an answer, and how many of them could not be read; undefined for what is no answer at all. */
export function parseOffers(value: unknown): { offers: SpotOffer[]; refused: number } | undefined {
  const read = answer.safeParse(value);
  if (!read.success) return undefined;
  const parsed = read.data.offers.map((item) => offer.safeParse(item));
  const offers = parsed.flatMap(({ data }): SpotOffer[] =>
    data === undefined
      ? []
      : [
          {
            ref: data.offerReference,
            serviceCode: data.carrierServiceCode ?? null,
            vesselName: data.vessel.name,
            voyage: data.carrierExportVoyageNumber,
            departsAt: data.placeOfReceipt.dateTime,
            arrivesAt: data.placeOfDelivery.dateTime,
            space: data.spaceStatus,
            equipments: data.equipments.map(({ ISOEquipmentCode, charges }) => ({
              isoCode: ISOEquipmentCode,
              charges: charges.map((one) => ({
                code: one.chargeTypeCode,
                name: one.chargeName ?? null,
                basis: one.calculationBasis === 'PER_DOCUMENT' ? 'BL' : 'CONTAINER',
                currency: one.currencyCode,
                amount: one.currencyAmount,
              })),
            })),
          },
        ],
  );
  return { offers, refused: parsed.length - offers.length };
}
