import { paths } from '#contract/all-paths.ts';
import type { CallData, CallInput } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import {
  operatorIn,
  placeIn,
  type ReferenceSnapshot,
  zoneOfCaller,
} from '#server/modules/administration/masterdata/index.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type Exchange, performCall } from '#server/platform/http/index.ts';
import {
  type Message,
  type MessageParams,
  serverText,
  type ServerMessageCode,
} from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { quote } from './quoted.ts';

/** A moment as assistants get it: for reckoning, and as people at the place read it, with the mark of the zone. */
export type Moment = { utc: string; local: string };

/** What tools work with: the product's calls as the person may make them, and the person's words. */
export type Desk = {
  ctx: Ctx;
  lang: Ctx['lang'];
  reference: ReferenceSnapshot;
  /** The data of a call of the contract, as the person may see them. */
  ask: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallData<N>>;
  /** The text of what a call did. */
  act: <N extends CallName>(name: N, input: CallInput<N>) => Promise<{ msg: string; data: CallData<N> }>;
  /** Whether the person may make this call at all. */
  may: (name: CallName) => boolean;
  text: (code: ServerMessageCode, params?: MessageParams) => string;
  /** An address within the product that a person can open. */
  link: (path: string, query?: Readonly<Record<string, string>>) => string;
  /** A moment at a place; without a zone in that of the person. */
  time: (instant: Instant, zone?: string | null) => Moment;
  /** The same, null where the moment is not known. */
  timeOr: (instant: Instant | null | undefined, zone?: string | null) => Moment | null;
  port: (code: string | null) => string | null;
  zoneOf: (code: string | null) => string | null;
  carrier: (code: string | null) => string | null;
  status: (code: string | null) => string | null;
  /** The name of one of the values of a column or the like; the value itself when nobody named it. */
  choice: (values: Readonly<Record<string, Message>>, value: string) => string;
  /** Words of others, marked as quoted. */
  quote: (text: string) => string;
  /** A number that is one; anything else is quoted. */
  number: (text: string) => string;
};

/** A code that is one; what else a source wrote there is quoted. */
const codeOf = (code: string): string => (/^[\w./-]{1,12}$/.test(code) ? code : quote(code));

/** The name of a place with its code, the code alone when nobody named it; null without one. */
function placeName({ reference, lang }: Pick<Desk, 'reference' | 'lang'>, code: string | null): string | null {
  if (code === null || code === '') return null;
  const place = placeIn(reference, code);
  const name = lang === 'zh' ? (place?.nameCn ?? place?.name) : place?.name;
  return name === undefined || name === code ? codeOf(code) : `${name} (${codeOf(code)})`;
}

function carrierName({ reference, lang }: Pick<Desk, 'reference' | 'lang'>, code: string | null): string | null {
  if (code === null || code === '') return null;
  const carrier = operatorIn(reference, code);
  const name = lang === 'zh' ? (carrier?.nameCn ?? carrier?.nameEn) : carrier?.nameEn;
  return name === undefined ? codeOf(code) : `${name} (${codeOf(code)})`;
}

/** What tools of one request work with. */
export function openDesk(
  exchange: Exchange,
  { ctx, reference, publicUrl }: { ctx: Ctx; reference: ReferenceSnapshot; publicUrl: string },
): Desk {
  const { lang } = ctx;
  const ownZone = zoneOfCaller(ctx, reference);
  const names = { reference, lang };
  const time = (instant: Instant, zone?: string | null): Moment => ({
    utc: new Date(instant).toISOString(),
    local: placeTimeText(instant, zone === undefined ? ownZone : zone, lang),
  });
  return {
    ctx,
    lang,
    reference,
    ask: async (name, input) => (await performCall(exchange, name, input)).data,
    act: (name, input) => performCall(exchange, name, input),
    may: (name) => isAdmitted(paths[name].access, ctx.actor),
    text: (code, params = {}) => serverText(code, params, lang),
    link: (path, query) =>
      `${publicUrl}${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
    time,
    timeOr: (instant, zone) => (instant == null ? null : time(instant, zone)),
    port: (code) => placeName(names, code),
    zoneOf: (code) => (code === null ? null : (placeIn(reference, code)?.zone ?? null)),
    carrier: (code) => carrierName(names, code),
    status: (code) => {
      const status = code === null ? undefined : reference.statuses.get(code);
      return (lang === 'zh' ? status?.nameCn : status?.nameEn) ?? (code === null ? null : codeOf(code));
    },
    choice: (values, value) => values[value]?.[lang] ?? quote(value),
    quote,
    number: (text) => (/^[\w./-]{1,40}$/.test(text) ? text : quote(text)),
  };
}
