// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { memoryTokens } from '#server/connectors/access/index.ts';
import { findProfile, limitsOfSource, type SourceProfile } from '#server/connectors/index.ts';
import { type ParsedRecord, PullFailure, type PullRequest, type Traced } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { refusalText, serverText, type ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { findContainerNumberProblem, normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { shownAddress } from '#shared/text/shown-address.ts';
import { isLimited } from '#domain/intake/polling/call-budget.ts';
import { type Allowance, callKeeper, CallsUsedUp } from './call-keeper.ts';
import type { SourceRow } from './key-queries.ts';
import { loadValues, mergeValues, sourceForCaller } from './keys.ts';
import { maskedHeaders, maskOf } from './masked.ts';
import { type Probed, probeAddress } from './probe-address.ts';
import { toleranceText } from './tolerances.ts';

type Result = CallData<'sourceTest'>;
type Step = Result['steps'][number];

/** What a test works with. */
export type TestDeps = {
  keys: SecretKeys;
  reference: () => ReferenceSnapshot;
  allowed: readonly string[] | undefined;
  /** By which the calls of sources are counted. */
  machine: Clock;
};

/** A person waits for the answer. */
const PATIENCE_MS = 20_000;
const MAX_BYTES = 5_000_000;
const SHOWN_BYTES = 20_000;
const SHOWN_EVENTS = 200;
/** Requested when nobody names a reference: a right key is answered with nothing. */
const nobodysBill = 'PORTOLAN0000001';

const probeTexts: Readonly<Record<string, ServerMessageCode>> = {
  unknown_host: 'source.test.unknownHost',
  internal_address: 'source.test.internalAddress',
  bad_address: 'source.test.badAddress',
  ECONNREFUSED: 'source.test.refusedConnection',
  ETIMEDOUT: 'source.test.noConnection',
  EHOSTUNREACH: 'source.test.noConnection',
  ENETUNREACH: 'source.test.noConnection',
  CERT_HAS_EXPIRED: 'source.test.certificateExpired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'source.test.certificateUnknown',
  SELF_SIGNED_CERT_IN_CHAIN: 'source.test.certificateUnknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'source.test.certificateUnknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'source.test.certificateUnknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'source.test.certificateOtherHost',
};

const probeStep = (ctx: Ctx, host: string, { step, ms, code, detail }: Probed): Step => ({
  step,
  state: code === null ? 'done' : 'failed',
  ms,
  text:
    code === null
      ? detail
      : serverText(
          probeTexts[code] ?? (step === 'tls' ? 'source.test.tlsFailed' : 'source.test.noConnection'),
          { host, detail: code },
          ctx.lang,
        ),
});

const isHtml = (body: Uint8Array | undefined): boolean =>
  body !== undefined && /^\s*<(?:!doctype|html|head|body)/i.test(Buffer.from(body.subarray(0, 200)).toString('latin1'));

/** The sentence for a failure: what it means at this counterpart, and what to do next. */
function failureCode(
  { reason, detail }: PullFailure,
  profile: SourceProfile,
  last: Traced | undefined,
): ServerMessageCode {
  const status = last?.answer?.status;
  if (isHtml(last?.answer?.body)) return 'source.test.htmlPage';
  if (status === 407) return 'source.test.proxy';
  const meaning = status === undefined ? undefined : profile.meanings?.[status];
  if (meaning !== undefined) return `source.test.${meaning}`;
  switch (reason) {
    case 'unauthorized':
      return 'source.test.wrongKey';
    case 'token_refused':
      return 'source.test.tokenRefused';
    case 'not_permitted':
      return 'source.test.notPermitted';
    case 'rate_limited':
      return 'source.test.limitUsed';
    case 'internal_address':
      return 'source.test.internalAddress';
    case 'timeout':
      return 'source.test.timeout';
    case 'too_large':
      return 'source.test.tooLarge';
    case 'server_error':
      return 'source.test.serverError';
    case 'unreachable':
      return detail === 'ENOTFOUND' ? 'source.test.unknownHost' : 'source.test.noConnection';
    case 'config_error':
      return detail.startsWith('certificate') ? 'source.test.certificateFile' : 'source.test.configError';
    case 'bad_answer':
      return status === 404
        ? 'source.test.wrongAddress'
        : status === 400
          ? 'source.test.wrongQuestion'
          : 'source.test.unreadable';
  }
}

const beginningOf = (body: Uint8Array): string => Buffer.from(body.subarray(0, SHOWN_BYTES)).toString('utf8');

const shownExchange = (
  { method, url, headers, answer, ms }: Traced,
  mask: (one: string) => string,
): Result['exchanges'][number] => ({
  method,
  url: mask(url),
  ms: Math.round(ms),
  requestHeaders: maskedHeaders(headers, mask),
  status: answer?.status ?? null,
  headers: answer === undefined ? {} : maskedHeaders(answer.headers, mask),
  // Tokens are secrets of their own, and in no other answer of this kind.
  body:
    answer === undefined
      ? ''
      : mask(beginningOf(answer.body)).replace(/("(?:access_token|id_token|refresh_token)"\s*:\s*")[^"]*/g, '$1••••••'),
  bytes: answer?.body.length ?? 0,
});

function shipmentOf({ content }: ParsedRecord): Result['shipment'] {
  if (content === null) return null;
  const { booking } = content;
  return {
    billNo: booking.billNo,
    bookingNo: booking.bookingNo,
    carrierCode: booking.carrierCode,
    vesselName: booking.vesselName,
    voyage: booking.voyage,
    portOfLoading: booking.portOfLoading,
    portOfDischarge: booking.portOfDischarge,
    containers: content.containers.map(({ containerNo }) => containerNo),
    events: content.events.slice(0, SHOWN_EVENTS).map((event) => ({
      statusCode: event.statusCode,
      containerNo: event.containerNo,
      portCode: event.portCode,
      place: event.place,
      zone: event.zone,
      planned: event.planned,
      estimated: event.estimated,
      actual: event.actual,
      vesselName: event.vesselName,
      voyage: event.voyage,
    })),
  };
}

type Setup = {
  profile: SourceProfile;
  baseUrl: string;
  tokenUrl: string | null;
  values: Record<string, string>;
  code: string;
  carrierCode: string;
  /** Whose source it is; without one of its own, that of the caller. */
  tenantId: number | null;
  /** Calls of the stored source that is tried, where they are limited. */
  allowance: Allowance | undefined;
};

/** Calls of a stored source count, anyone who makes them. */
function allowanceOf(
  ctx: Ctx,
  source: SourceRow,
  tenantId: string | number | null | undefined,
  machine: Clock,
): Allowance | undefined {
  const limits = limitsOfSource(source);
  if (!isLimited(limits)) return undefined;
  const owner = tenantId ?? source.tenant_id;
  const calls = callKeeper({ database: ctx.unscoped, machine });
  return calls.takeSingly({ sourceId: source.id, tenantId: owner === null ? null : Number(owner) }, limits);
}

/** What is to be tested: what was entered, over what is stored. */
async function setupOf(ctx: Ctx, input: ParsedBody<'sourceTest'>, { keys, machine }: TestDeps): Promise<Setup> {
  const source = input.sourceId == null ? undefined : await sourceForCaller(ctx, String(input.sourceId));
  const profile = findProfile(source?.profile ?? input.profile ?? '');
  if (profile === undefined) throw refused('source.noProfile');
  const [base, token] = [input.baseUrl?.trim() ?? '', input.tokenUrl?.trim() ?? ''];
  // Stored keys are sent to the stored addresses only: a caller who names another address enters keys for it.
  const isElsewhere = (base !== '' && base !== source?.base_url) || (token !== '' && token !== source?.access_url);
  const stored = source === undefined || isElsewhere ? {} : await loadValues(ctx, source, input.tenantId, keys);
  const baseUrl = base || source?.base_url || profile.endpoints.production.baseUrl;
  for (const address of [baseUrl, token]) {
    const { username, password } = URL.canParse(address) ? new URL(address) : { username: '', password: '' };
    if ((address !== '' && !URL.canParse(address)) || username !== '' || password !== '')
      throw refused('source.test.badAddress', { host: shownAddress(address).slice(0, 100) });
  }
  const isTest = baseUrl === profile.endpoints.test?.baseUrl;
  const endpoint = isTest ? profile.endpoints.test : profile.endpoints.production;
  return {
    profile,
    baseUrl,
    tokenUrl: token || source?.access_url || (endpoint?.tokenUrl ?? null),
    values: mergeValues(ctx, profile.credentials, stored, input.values ?? {}),
    code: source?.code ?? '',
    tenantId: source?.tenant_id ?? (ctx.actor.kind === 'user' ? ctx.actor.tenantId : null),
    allowance: source === undefined || isElsewhere ? undefined : allowanceOf(ctx, source, input.tenantId, machine),
    carrierCode: input.carrierCode?.trim().toUpperCase() || profile.carriers[0] || '',
  };
}

function questionOf(
  input: ParsedBody<'sourceTest'>,
  { testsWithoutReference, testReference }: SourceProfile,
): Pick<PullRequest, 'subject' | 'billNo' | 'containerNo'> {
  const reference = input.reference?.trim().toUpperCase() ?? '';
  if (reference === '' && testsWithoutReference === true) return { subject: 'bill', billNo: null, containerNo: null };
  const isContainer = findContainerNumberProblem(normalizeContainerNumber(reference)) !== 'shape';
  return isContainer
    ? { subject: 'container', billNo: null, containerNo: normalizeContainerNumber(reference) }
    : { subject: 'bill', billNo: reference || (testReference ?? nobodysBill), containerNo: null };
}

const say = (ctx: Ctx, code: ServerMessageCode, params: Record<string, string | number> = {}): string =>
  serverText(code, params, ctx.lang);

type Requested = {
  traced: Traced[];
  /** Tokens that were fetched: some are parameters of the address, or are called otherwise in the answer. */
  secrets: string[];
  body: Uint8Array | undefined;
  failure: PullFailure | undefined;
};

async function ask(
  ctx: Ctx,
  setup: Setup,
  question: ReturnType<typeof questionOf>,
  deps: TestDeps,
): Promise<Requested> {
  const traced: Traced[] = [];
  const secrets: string[] = [];
  const kept = memoryTokens();
  const calls = setup.allowance?.callsOf(0);
  const request: PullRequest = {
    beforeCall: calls?.before,
    ...question,
    baseUrl: setup.baseUrl,
    tokenUrl: setup.tokenUrl,
    credential: JSON.stringify(setup.values),
    carrierCode: setup.carrierCode,
    scac: deps.reference().carriers.get(setup.carrierCode)?.scac ?? undefined,
    etag: null,
    now: ctx.clock.now(),
    timeoutMs: PATIENCE_MS,
    maxBytes: MAX_BYTES,
    allowed: deps.allowed,
    // Not the kept token: what was entered is tested, and nothing of it is kept.
    tokens: {
      ...kept,
      token: async (fetch) => {
        const token = await kept.token(fetch);
        secrets.push(token);
        return token;
      },
    },
    trace: (one) => traced.push(one),
  };
  try {
    const answer = await setup.profile.connector.pull(request);
    return { traced, secrets, body: answer.kind === 'answer' ? answer.body : undefined, failure: undefined };
  } catch (error) {
    if (error instanceof PullFailure) return { traced, secrets, body: undefined, failure: error };
    if (error instanceof CallsUsedUp)
      return { traced, secrets, body: undefined, failure: new PullFailure('rate_limited', 'no call is left') };
    throw error;
  } finally {
    calls?.end(false);
    await setup.allowance?.settle();
  }
}

/** Steps of asking: the token, where one is needed, and the question. */
function requestedSteps(ctx: Ctx, setup: Setup, { traced, failure }: Requested): Step[] {
  const isToken = (one: Traced): boolean =>
    one.method === 'POST' && one.url.split('?')[0] === setup.tokenUrl?.split('?')[0];
  const [token, question] = [traced.filter(isToken), traced.filter((one) => !isToken(one))];
  const last = traced.at(-1);
  const sentence =
    failure === undefined
      ? ''
      : say(ctx, failureCode(failure, setup.profile, last), {
          host: new URL(setup.baseUrl).host,
          detail: failure.detail,
          status: last?.answer?.status ?? '',
        });
  const ms = (list: readonly Traced[]): number => Math.round(list.reduce((sum, one) => sum + one.ms, 0));
  const needsToken = setup.tokenUrl !== null && setup.profile.endpoints.production.tokenUrl !== undefined;
  const failedAtToken = needsToken && failure !== undefined && question.length === 0;
  const steps: Step[] = [];
  if (needsToken)
    steps.push({
      step: 'token',
      state: failedAtToken ? 'failed' : 'done',
      ms: ms(token),
      text: failedAtToken ? sentence : say(ctx, 'source.test.tokenGiven'),
    });
  if (failedAtToken) return steps;
  const text =
    failure === undefined ? say(ctx, 'source.test.answered', { status: last?.answer?.status ?? 200 }) : sentence;
  steps.push({ step: 'ask', state: failure === undefined ? 'done' : 'failed', ms: ms(question), text });
  return steps;
}

/**
 * Tries a source as it is entered or stored, step by step: name, connection, TLS, token, question, reading. Nothing is stored of
 * it, and no secret is in the result.
 */
export async function testSource({
  ctx,
  input,
  deps,
}: {
  ctx: Ctx;
  input: ParsedBody<'sourceTest'>;
  deps: TestDeps;
}): Promise<Result> {
  const setup = await setupOf(ctx, input, deps);
  await writeAudit(ctx, {
    entity: 'source',
    entityId: String(input.sourceId ?? setup.profile.name),
    action: 'test',
    tenantId: setup.tenantId,
    after: { profile: setup.profile.name, baseUrl: setup.baseUrl },
  });
  const host = new URL(setup.baseUrl).host;
  const probed = await probeAddress(new URL(setup.baseUrl), deps.allowed);
  const steps = probed.map((one) => probeStep(ctx, host, one));
  const nothing = { exchanges: [], shipment: null, refusals: [], tolerated: [] };
  if (steps.some(({ state }) => state === 'failed')) return { ok: false, steps, ...nothing };
  const question = questionOf(input, setup.profile);
  const requested = await ask(ctx, setup, question, deps);
  steps.push(...requestedSteps(ctx, setup, requested));
  const mask = maskOf([...Object.values(setup.values), ...requested.secrets]);
  const exchanges = requested.traced.map((one) => shownExchange(one, mask));
  if (requested.body === undefined) return { ok: false, steps, ...nothing, exchanges };
  const startedAt = performance.now();
  const about = { ...question, carrierCode: setup.carrierCode, receivedAt: ctx.clock.now() };
  const record = setup.profile.connector.parse([requested.body], about, deps.reference().rules);
  const shipment = shipmentOf(record);
  const wasNamed = (input.reference?.trim() ?? '') !== '';
  const found =
    shipment !== null
      ? 'source.test.read'
      : !wasNamed
        ? 'source.test.keyRight'
        : setup.profile.registers === true
          ? 'source.test.notRegistered'
          : 'source.test.unknownReference';
  steps.push({
    step: 'read',
    state: shipment === null && wasNamed ? 'warned' : 'done',
    ms: Math.round(performance.now() - startedAt),
    text: say(ctx, found, {
      events: shipment?.events.length ?? 0,
      containers: shipment?.containers.length ?? 0,
      refused: record.refusals.length,
    }),
  });
  return {
    ok: true,
    steps,
    exchanges,
    shipment,
    refusals: record.refusals.slice(0, 50).map(({ reason, field, value }) => ({
      text: refusalText(reason, { field: field ?? '—', value: value ?? '—' }, ctx.lang),
      sample: mask(value ?? ''),
    })),
    tolerated: Object.entries(record.tolerated ?? {}).map(([name, n]) => ({
      name,
      text: toleranceText(name, ctx.lang),
      n,
    })),
  };
}
