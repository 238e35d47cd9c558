import type { ReadNumber } from '#server/modules/tracking/subscription/index.ts';
import { serverText, type ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { readCourierWaybill } from '#shared/ids/courier-waybill.ts';
import { operatorOf } from '#shared/reference/operators.ts';
import { readRailNumber } from '#shared/ids/rail-number.ts';
import { normalizeText } from '#shared/text/normalize.ts';

type Lang = 'zh' | 'en';

const wrong = (number: string, code: ServerMessageCode, lang: Lang): ReadNumber => ({
  number,
  error: serverText(code, { waybill: number }, lang),
});

/** The only operator by rail, and the only haulier, whose interfaces are known. */
const [RAIL_OPERATOR, HAULIER] = ['CRCT', 'HAUL'];

const nameOf = (code: string, lang: Lang): string => operatorOf(code)?.[lang === 'zh' ? 'nameCn' : 'nameEn'] ?? code;

/** A parcel's number with its courier, found by the number itself or named before it; one that fits several is asked back. */
export function readParcel(text: string, lang: Lang): ReadNumber {
  const { number, found } = readCourierWaybill(text);
  if (found === undefined) return wrong(number, 'land.courierUnknown', lang);
  if (found.problem !== undefined) return wrong(number, 'land.checkDigit', lang);
  if (found.also !== undefined) {
    const couriers = [found.courier, ...found.also].map((code) => nameOf(code, lang));
    const or = lang === 'zh' ? '、' : ' or ';
    return {
      number,
      error: serverText(
        'land.courierUncertain',
        { waybill: number, couriers: couriers.join(or), example: `${found.courier} ${number}` },
        lang,
      ),
    };
  }
  return { number, error: null, carrierCode: found.courier, subject: 'bill' };
}

/** A container, wagon or waybill by rail. */
export function readRail(text: string, lang: Lang): ReadNumber {
  const { number, kind, problem } = readRailNumber(text);
  if (problem === 'check_digit') return wrong(number, 'land.checkDigit', lang);
  if (kind === undefined) return wrong(number, 'land.railShape', lang);
  return { number, error: null, carrierCode: RAIL_OPERATOR, subject: kind === 'container' ? 'container' : 'bill' };
}

const PLATE = /^\p{Script=Han}[A-Z][A-Z0-9]{5,6}$/u;
const ORDER = /^[A-Z]{2,4}\d{6,14}$/;

/** A number by road as it is kept. */
export const normalizeRoad = (text: string): string =>
  normalizeText(text)
    .toUpperCase()
    .replace(/[\s·-]/g, '');

/** A plate or an order by road. */
export function readRoad(text: string, lang: Lang): ReadNumber {
  const number = normalizeRoad(text);
  if (!PLATE.test(number) && !ORDER.test(number)) return wrong(number, 'land.roadShape', lang);
  return { number, error: null, carrierCode: HAULIER, subject: 'bill' };
}
