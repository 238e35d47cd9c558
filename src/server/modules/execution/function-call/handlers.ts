import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { airlinePrefixOf, findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { containerCheckDigit, parseContainerNumber } from '#shared/ids/container-number.ts';
import { imoCheckDigit, isImo, normalizeImo } from '#shared/ids/imo.ts';
import { normalizeUnLocode } from '#shared/ids/un-locode.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';

/** What a handler knows besides its input. */
export type HandlerContext = { reference: ReferenceSnapshot; now: Instant };

/** A function inside the product, named by functionClassPath. */
export type FunctionHandler = {
  label: { zh: string; en: string };
  description: { zh: string; en: string };
  /** An input that works. */
  example: Readonly<Record<string, unknown>>;
  run: (input: Readonly<Record<string, unknown>>, context: HandlerContext) => unknown;
};

function textOf(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '')
    throw refused('function.handlerInput', { name });
  return String(value).slice(0, 200);
}

const containerCheck: FunctionHandler = {
  label: { zh: '箱号校验', en: 'Container number check' },
  description: {
    zh: '按 ISO 6346 校验箱号格式与校验位；给出前 10 位时补全校验位',
    en: 'Checks shape and check digit by ISO 6346; completes a number of which ten characters are given',
  },
  example: { containerNo: 'MERU1000008' },
  run: (input) => {
    const { number, problem } = parseContainerNumber(textOf(input, 'containerNo'));
    const digit = containerCheckDigit(number.slice(0, 10));
    const isShort = number.length === 10 && digit !== undefined;
    return {
      containerNo: number,
      valid: problem === undefined,
      problem: isShort ? 'check_digit_missing' : (problem ?? null),
      checkDigit: digit ?? null,
      corrected: digit === undefined ? null : `${number.slice(0, 10)}${digit}`,
    };
  },
};

const portResolve: FunctionHandler = {
  label: { zh: '港口代码解析', en: 'Port code resolution' },
  description: {
    zh: '将港口代码或别名解析为标准 UN/LOCODE,并给出名称、时区和坐标',
    en: 'Resolves a port code or alias to its UN/LOCODE, with names, zone and place',
  },
  example: { portCode: 'CNSGH' },
  run: (input, { reference, now }) => {
    const requested = normalizeUnLocode(textOf(input, 'portCode'));
    const code = reference.rules.resolvePort(requested);
    const port = code === undefined ? undefined : reference.ports.get(code);
    if (port === undefined) return { asked: requested, found: false };
    return {
      asked: requested,
      found: true,
      portCode: port.code,
      isAlias: port.code !== requested,
      portName: port.name,
      portNameCn: port.nameCn,
      countryCode: port.countryCode,
      longitude: port.lon,
      latitude: port.lat,
      portTimeZone: port.zone,
      localTime: port.zone === null ? null : placeTimeText(now, port.zone, 'en', 'second'),
    };
  },
};

const carrierOfContainer: FunctionHandler = {
  label: { zh: '箱主识别', en: 'Owner of a container' },
  description: { zh: '按箱号前缀识别船公司', en: 'Names the carrier by the prefix of a container number' },
  example: { containerNo: 'MERU1000008' },
  run: (input, { reference }) => {
    const { number } = parseContainerNumber(textOf(input, 'containerNo'));
    const prefix = number.slice(0, 4);
    const code = reference.rules.carrierOfPrefix?.(prefix);
    const carrier = code === undefined ? undefined : reference.carriers.get(code);
    return {
      prefix,
      carrierCode: code ?? null,
      carrierName: carrier?.nameEn ?? null,
      carrierNameCn: carrier?.nameCn ?? null,
    };
  },
};

const awbCheck: FunctionHandler = {
  label: { zh: '空运单号校验', en: 'Air waybill check' },
  description: { zh: '校验空运单号的格式与校验位', en: 'Checks shape and check digit of an air waybill number' },
  example: { awbNo: '784-12345675' },
  run: (input) => {
    const number = normalizeAirWaybill(textOf(input, 'awbNo'));
    const problem = findAirWaybillProblem(number);
    return {
      awbNo: number,
      valid: problem === undefined,
      problem: problem ?? null,
      airlinePrefix: problem === 'shape' ? null : airlinePrefixOf(number),
    };
  },
};

const imoCheck: FunctionHandler = {
  label: { zh: 'IMO 船舶编号校验', en: 'IMO ship number check' },
  description: { zh: '校验 IMO 船舶编号的校验位', en: 'Checks the check digit of an IMO ship number' },
  example: { imo: '9074729' },
  run: (input) => {
    const number = normalizeImo(textOf(input, 'imo'));
    return { imo: number, valid: isImo(number), checkDigit: imoCheckDigit(number.slice(0, 6)) ?? null };
  },
};

/** Every built-in handler by its name. */
export const functionHandlers: Readonly<Record<string, FunctionHandler>> = {
  containerCheck,
  carrierOfContainer,
  portResolve,
  awbCheck,
  imoCheck,
};

/** The handler of a name, letter case aside; undefined when there is none. */
export function findHandler(name: string): FunctionHandler | undefined {
  const key = Object.keys(functionHandlers).find((known) => known.toLowerCase() === name.trim().toLowerCase());
  return key === undefined ? undefined : functionHandlers[key];
}
