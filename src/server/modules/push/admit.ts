import { verifyAuthorization } from '#server/connectors/dcsa/index.ts';
import { findProfile } from '#server/connectors/index.ts';
import {
  isRightSignature,
  isSigned,
  notificationSignature,
  type PushHeaders,
  type PushSignature,
  stampOf,
} from '#server/connectors/push-signature.ts';
import { customerNetwork } from '#shared/net/networks.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { Account } from '#server/platform/http/call-turns.ts';
import { findPushSource, type PushSource } from './queries.ts';

/** Protocols that leave it open how a sender proves itself. */
const showing: ReadonlySet<string> = new Set(['dcsa3', 'onerecord']);

/** A source whose message was admitted. */
export type AdmittedSource = PushSource & {
  /** May be used once; null where its messages have none. */
  nonce: string | null;
};

const unproven = (code: ConstructorParameters<typeof AppError>[0]): AppError =>
  new AppError(code, {}, 'unauthenticated');

type Sender = { source: PushSource; signature: PushSignature; secret: () => string };

/** What can be checked of a notification before its body is read: that the source is there, and shows what it has to. */
async function findSender(ctx: Ctx, sourceCode: string, headers: PushHeaders, keys: SecretKeys): Promise<Sender> {
  const source = await findPushSource(ctx, sourceCode);
  const sealed = source?.push_secret ?? null;
  if (source === undefined || sealed === null) throw unproven('refusal.sourceUnknown');
  const secret = (): string => open(sealed, keys);
  const profile = source.profile === null ? undefined : findProfile(source.profile);
  const signature = profile?.push ?? notificationSignature;
  if (!isSigned(signature, headers)) {
    const { authorization } = headers;
    // A sender that can sign must sign: secrets shown in a header are for standards without a signature.
    if (typeof authorization !== 'string' || !showing.has(source.protocol)) throw unproven('refusal.signatureMissing');
    if (!verifyAuthorization(authorization, source.code, secret())) throw unproven('refusal.authorization');
  }
  return { source, signature, secret };
}

/** On whose account a notification is read; refuses unknown senders, and those that show nothing, before their body is. */
export async function proveSender(
  ctx: Ctx,
  sourceCode: string,
  headers: PushHeaders,
  keys: SecretKeys,
): Promise<Account> {
  const { source } = await findSender(ctx, sourceCode, headers, keys);
  return { group: `push ${source.id}`, member: customerNetwork(ctx.ip ?? '') };
}

/** The source a notification claims to be from, after its signature (or, by 3.0, its authorization) and its age were checked. */
export async function admit(
  ctx: Ctx,
  sourceCode: string,
  body: Buffer,
  headers: PushHeaders,
  keys: SecretKeys,
): Promise<AdmittedSource> {
  const { source, signature, secret } = await findSender(ctx, sourceCode, headers, keys);
  if (isSigned(signature, headers) && !isRightSignature(signature, headers, body, secret()))
    throw unproven('refusal.signature');
  if (!source.push_enabled || !source.enabled) throw new AppError('refusal.pushDisabled', {}, 'forbidden');
  // Senders stamp their messages by the real time, whatever the time of the world.
  const stamp = stampOf(signature, headers, realClock.now());
  if (stamp === 'stale') throw unproven('refusal.stampStale');
  return { ...source, nonce: stamp?.nonce ?? null };
}
