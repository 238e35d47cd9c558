// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { connectorOf, tokenUrlOf } from '#server/connectors/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import type { Connector } from '#server/connectors/types.ts';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import type { SourceRecord, SourceType, Subject } from '#domain/tracking/model.ts';
import { referenceOfSource } from '#server/modules/intake/collection/index.ts';
import type { PullDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { currentPrecedence, presentShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { open, passMissingKey } from '#server/platform/crypto/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';

type LookUp = CallData<'automaticBkInfo'>;
type Answered = LookUp['sources'][number];

type Source = {
  id: number;
  code: string;
  protocol: Connector['protocol'];
  profile: string | null;
  source_type: SourceType;
  channel: string;
  name_cn: string;
  name_en: string;
  base_url: string;
  access_url: string | null;
  credential: string | null;
  /** The keys are those of the caller's tenant. */
  is_own_key: boolean;
};

type Wanted = {
  subject: Subject;
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
  vesselName: string | null;
  voyage: string | null;
  direction: string | null;
};

/** The caller waits: a source has less time here than in the background. */
const patienceMs = 10_000;

const textOf = (value: string | number | null | undefined): string | null =>
  String(value ?? '')
    .normalize('NFKC')
    .trim()
    .toUpperCase() || null;

function readWanted(input: ParsedBody<'automaticBkInfo'>): Wanted {
  const billNo = textOf(input.blNo);
  const containerNo = normalizeContainerNumber(String(input.ctnNo ?? '')) || null;
  if (billNo === null && containerNo === null) throw refused('tracking.numbersEmpty');
  const carrierCode = textOf(input.carrierCode);
  if (carrierCode === null) throw refused('subscription.carrierRequired');
  const [vesselName, voyage] = [textOf(input.custVessel), textOf(input.custVoyage)];
  if (billNo === null) {
    if (containerNo !== null && findContainerNumberProblem(containerNo) === 'shape')
      throw refused('subscription.containerInvalid', { containerNo: containerNo.slice(0, 40) });
    if (vesselName === null) throw refused('subscription.vesselRequired');
    if (voyage === null) throw refused('subscription.voyageRequired');
  }
  for (const text of [billNo, vesselName, voyage])
    if (text !== null && text.length > 200) throw refused('subscription.textTooLong', { max: 200 });
  return {
    subject: billNo === null ? 'container' : 'bill',
    billNo,
    containerNo,
    carrierCode,
    vesselName,
    voyage,
    direction: textOf(input.inOutFlag),
  };
}

/** The tenant for which sources are asked; nobody's for the system. */
const tenantOf = ({ actor }: Ctx): number | null => (actor.kind === 'user' ? actor.tenantId : null);

const listSources = (ctx: Ctx, carrierCode: string): Promise<Source[]> =>
  ctx.unscoped.query<Source>(
    `select s.id, s.code, s.protocol, s.profile, s.source_type, s.channel, s.name_cn, s.name_en, s.base_url, s.access_url,
       coalesce(own.asset_value, case when s.platform_key_for_all or s.tenant_id = $2 then a.default_value end, s.credential) as credential,
       own.id is not null as is_own_key
     from source s left join asset a on a.id = s.asset_id
       left join tenant_asset own on own.asset_id = s.asset_id and own.tenant_id = $2
     where s.enabled and s.asked and (s.tenant_id is null or s.tenant_id = $2)
       and (coalesce(s.carrier_codes, s.carrier_code) is null
         or $1 = any(string_to_array(coalesce(s.carrier_codes, s.carrier_code), ',')))
     order by s.code`,
    [carrierCode, tenantOf(ctx)],
  );

type One = { answered: Answered; record: SourceRecord | null };

async function askOne(ctx: Ctx, source: Source, wanted: Wanted, deps: PullDeps): Promise<One> {
  const named = { code: source.code, nameCn: source.name_cn, nameEn: source.name_en };
  // Robots fetch by themselves what is subscribed.
  if (connectorOf(source).queriedBy === 'robots')
    return { answered: { ...named, state: 'robot', message: null }, record: null };
  const { subject, billNo, containerNo, carrierCode } = wanted;
  const about = { subject, billNo, containerNo, carrierCode };
  const now = ctx.clock.now();
  const reference = referenceOfSource(deps.reference(), source.code).rules;
  try {
    const credential = source.credential === null ? null : open(source.credential, deps.secretKey);
    const owner = { sourceId: source.id, tenantId: source.is_own_key ? tenantOf(ctx) : null };
    const answer = await connectorOf(source).pull({
      ...about,
      scac: deps.reference().carriers.get(carrierCode)?.scac ?? undefined,
      baseUrl: source.base_url,
      credential,
      tokenUrl: tokenUrlOf(source),
      ...(source.profile !== null && { allowed: deps.allowed }),
      ...(credential !== null && { tokens: deps.tokens({ ...owner, credential }) }),
      etag: null,
      now,
      timeoutMs: Math.min(patienceMs, deps.timeoutMs),
      maxBytes: deps.maxBytes,
    });
    const body = answer.kind === 'answer' ? [answer.body] : [];
    const parsed = connectorOf(source).parse(body, { ...about, receivedAt: now }, reference);
    if (parsed.content === null) return { answered: { ...named, state: 'unknown', message: null }, record: null };
    const record: SourceRecord = {
      id: source.code,
      sourceType: source.source_type,
      channel: source.channel,
      sourceCode: source.code,
      observedAt: parsed.observedAt,
      content: deriveContent(parsed.content),
    };
    return { answered: { ...named, state: 'found', message: null }, record };
  } catch (error) {
    passMissingKey(error);
    if (!(error instanceof PullFailure)) deps.log.error({ err: error, source: source.code }, 'a look-up failed');
    const reason = error instanceof PullFailure ? error.reason : 'bad_answer';
    return { answered: { ...named, state: 'failed', message: failureText(reason, ctx.lang) }, record: null };
  }
}

/** Asks all sources of a carrier for a booking at once, tells browsers of every answer, and fuses what they know; nothing is stored. */
export async function lookUp({
  ctx,
  input,
  deps,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'automaticBkInfo'>;
  deps: PullDeps;
  reference: ReferenceSnapshot;
}): Promise<LookUp> {
  const wanted = readWanted(input);
  const sources = await listSources(ctx, wanted.carrierCode);
  // Aggregators know all carriers, so that a code that no master data has may still be one.
  if (sources.length === 0) throw refused('subscription.carrierUnsupported');
  let answers = 0;
  const notify = async (one: One): Promise<One> => {
    answers += 1;
    if (input.lookupId && ctx.actor.kind === 'user')
      await publish(ctx.unscoped, {
        tenantId: ctx.actor.tenantId,
        topic: 'lookup',
        payload: { lookupId: input.lookupId, done: answers, total: sources.length, ...one.answered },
      });
    return one;
  };
  const requested = await Promise.all(sources.map((source) => askOne(ctx, source, wanted, deps).then(notify)));
  const records = requested.flatMap(({ record }) => record ?? []);
  const reported = requested.map(({ answered }) => answered);
  if (records.length === 0) return { sources: reported };
  const { precedence } = await currentPrecedence(ctx.unscoped);
  const data = presentShipment(
    {
      id: 0,
      subscription_id: 0,
      fused: false,
      source_type: 'EXPERT',
      source_code: 'look-up',
      channel: 'AUTONOMIC_EXPERT',
      container_no: wanted.containerNo,
      direction: wanted.direction,
      ended: false,
      ended_at: null,
      content: fuse(records, [], precedence).content,
    },
    wanted.subject,
    reference,
    ctx.clock.now(),
  );
  return { ...data, obmBk: { ...data.obmBk, obmBkId: '' }, sources: reported };
}
