import { interpolate } from '#shared/i18n/interpolate.ts';
import { both, type Lang, listIn } from '#shared/i18n/text.ts';
import { hoursText } from '#shared/time/duration.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { isZone } from '#shared/time/zone.ts';
import { milestoneName } from '../tracking/milestone-names.ts';
import { containersOf } from './containers.ts';
import { shownSections } from './sections.ts';
import type { ExceptionRule, NamedKind, ReferenceData } from './types.ts';

type Params = Readonly<Record<string, string | number>>;

/** Zone of an instant `xAt`: its sibling `xZone`, else the zone of the port `xPort`. */
function zoneFor(stem: string, params: Params, reference: ReferenceData): string | undefined {
  const zone = params[`${stem}Zone`];
  if (typeof zone === 'string' && isZone(zone)) return zone;
  const port = params[`${stem}Port`];
  return typeof port === 'string' ? reference.zoneOf(port) : undefined;
}

/** Range of a JavaScript date; outside of it there is no text for an instant. */
const maxInstant = 8.64e15;

const isWritable = (instant: number): boolean =>
  Number.isFinite(instant) && Math.abs(instant) <= maxInstant - 86_400_000;

/** What a parameter names, by the end of its name. */
const namedKinds: readonly (readonly [RegExp, NamedKind])[] = [
  [/source$/i, 'source'],
  [/(port|route|added|removed)$/i, 'port'],
  [/carrier$/i, 'carrier'],
  [/^error$/, 'failure'],
  [/^riskZone$/, 'riskZone'],
];

/** Codes as names: one code, a route (`A → B`) or a list (`A B`); `reason: detail` of a failure by its reason. */
function namedText(kind: NamedKind, value: string, language: Lang, reference: ReferenceData): string {
  const nameOf = (code: string): string => reference.nameOf?.(kind, code, language) ?? code;
  if (kind === 'failure') {
    const reason = value.split(':')[0] ?? '';
    return reference.nameOf?.(kind, reason, language) ?? value;
  }
  if (kind !== 'port') return nameOf(value);
  if (value.includes(' → ')) return value.split(' → ').map(nameOf).join(' → ');
  return listIn(value.split(' ').map(nameOf), language);
}

/** So many containers are named in a text; of more it says how many. */
const maxNamedContainers = 3;

function containersText(params: Params, language: Lang): string {
  const containers = containersOf({ params });
  const named = listIn(containers.slice(0, maxNamedContainers), language);
  const more = containers.length - maxNamedContainers;
  if (more <= 0) return named;
  return both(`${named} 等 ${containers.length} 个箱`, `${named} and ${more} more`)[language];
}

function paramText(name: string, params: Params, language: Lang, reference: ReferenceData): string {
  if (name === 'boxNos') return containersText(params, language);
  const value = params[name];
  if (value === undefined) return '';
  if (name.endsWith('At') && typeof value === 'number') {
    return isWritable(value)
      ? placeTimeText(value, zoneFor(name.slice(0, -2), params, reference), language)
      : String(value);
  }
  if (/hours(left)?$/i.test(name) && typeof value === 'number') return hoursText(value, language);
  if (/status$/i.test(name) && typeof value === 'string') return milestoneName(value, language);
  const kind = typeof value === 'string' ? namedKinds.find(([end]) => end.test(name))?.[1] : undefined;
  return kind === undefined ? String(value) : namedText(kind, String(value), language, reference);
}

const containersFirst = { zh: '箱 {{boxNos}}：', en: '{{boxNos}}: ' } as const;

const BEGIN = '\u0001';
const END = '\u0002';
const HAN = '[\\u4e00-\\u9fff]';
const blankBefore = new RegExp(`(?<=${HAN}) ${BEGIN}(?=${HAN})`, 'g');
const blankBehind = new RegExp(`(?<=${HAN})${END} (?=${HAN})`, 'g');

/** Chinese has no blank between a name in Chinese and the words around it; one in Latin letters and a number have. */
const withoutBlanks = (text: string): string =>
  text.replace(blankBefore, '').replace(blankBehind, '').replaceAll(BEGIN, '').replaceAll(END, '');

/**
 * The text of a finding in one language. `{{name}}` is a parameter: instants (`...At`) are written as
 * yyyy-MM-dd HH:mm in the zone of the sibling `...Zone` or `...Port`, else in that of unknown places and marked so; hours (`...Hours`,
 * `hoursLeft`) with their unit, long ones as days and hours; containers (`boxNos`) by their numbers, many of them shortened; milestone codes (`...Status`), sources (`...Source`), ports
 * (`...Port`, `...Route`), carriers (`...Carrier`) and failures (`error`) by their names. Words that go with a number stand as
 * `interpolate` knows them. `{{#name}}..{{/name}}` appears only with that parameter, `{{^name}}` only without; one may stand within another.
 */
export function renderText(
  rule: Pick<ExceptionRule, 'text'>,
  params: Params,
  language: Lang,
  reference: ReferenceData,
): string {
  const has = (name: string): boolean => params[name] !== undefined && params[name] !== '';
  const text = rule.text[language];
  // A rule of the whole bill that was requested from its containers, as they travel apart, says which.
  const ofContainers = has('boxNos') && !text.includes('{{boxNos}}');
  const template = shownSections(ofContainers ? `${containersFirst[language]}${text}` : text, has);
  const textOf = (name: string): string => paramText(name, params, language, reference);
  if (language === 'en') return interpolate(template, params, textOf);
  return withoutBlanks(interpolate(template, params, (name) => `${BEGIN}${textOf(name)}${END}`));
}
