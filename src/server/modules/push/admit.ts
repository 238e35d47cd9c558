import { credentialValues } from '#server/connectors/access/index.ts';
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
import { open, passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { Account } from '#server/platform/http/call-turns.ts';
import { findPushSource, listPushKeys, type PushSource } from './queries.ts';

/** Protocols that leave it open how a sender proves itself. */
const showing: ReadonlySet<string> = new Set(['dcsa3', 'onerecord']);

/** A source whose message was admitted. */
export type AdmittedSource = PushSource & {
  /** May be used once; null where its messages have none. */
  nonce: string | null;
  /** The tenant for whose account it was pushed; null: for the platform's, or for that of the source's own tenant. */
  accountOf: number | null;
};

const unproven = (code: ConstructorParameters<typeof AppError>[0]): AppError =>
  new AppError(code, {}, 'unauthenticated');

/** A secret, and whose account it belongs to. */
type Secret = { accountOf: number | null; text: string };

type Sender = { source: PushSource; signature: PushSignature; secrets: Secret[] };

/** All secrets by which a source may be pushed to: that at the source, and those of the keys. Keys that cannot be opened have none. */
async function secretsOf(ctx: Ctx, source: PushSource, keys: SecretKeys): Promise<Secret[]> {
  const own = source.push_secret === null ? [] : [{ accountOf: null, text: open(source.push_secret, keys) }];
  const profile = source.profile === null ? undefined : findProfile(source.profile);
  if (profile === undefined || profile.push === null) return own;
  const firstField = profile.credentials[0]?.name ?? '';
  const sets = await listPushKeys(ctx, source.id);
  return [
    ...own,
    ...sets.flatMap(({ tenant_id: accountOf, sealed }) => {
      try {
        const { pushSecret: text = '' } = credentialValues(open(sealed, keys), firstField);
        return text === '' ? [] : [{ accountOf, text }];
      } catch (error) {
        passMissingKey(error);
        return [];
      }
    }),
  ];
}

/** What can be checked of a notification before its body is read: that the source is there, and shows what it has to. */
async function findSender(ctx: Ctx, sourceCode: string, headers: PushHeaders, keys: SecretKeys): Promise<Sender> {
  const source = await findPushSource(ctx, sourceCode);
  const secrets = source === undefined ? [] : await secretsOf(ctx, source, keys);
  if (source === undefined || secrets.length === 0) throw unproven('refusal.sourceUnknown');
  const profile = source.profile === null ? undefined : findProfile(source.profile);
  const signature = profile?.push ?? notificationSignature;
  if (!isSigned(signature, headers)) {
    const { authorization } = headers;
    // A sender that can sign must sign: secrets shown in a header are for standards without a signature.
    if (typeof authorization !== 'string' || !showing.has(source.protocol)) throw unproven('refusal.signatureMissing');
    const isShown = secrets.some(({ text }) => verifyAuthorization(authorization, source.code, text));
    if (!isShown) throw unproven('refusal.authorization');
  }
  return { source, signature, secrets };
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
  const { source, signature, secrets } = await findSender(ctx, sourceCode, headers, keys);
  const signedBy = isSigned(signature, headers)
    ? secrets.find(({ text }) => isRightSignature(signature, headers, body, text))
    : secrets[0];
  if (signedBy === undefined) throw unproven('refusal.signature');
  if (!source.push_enabled || !source.enabled) throw new AppError('refusal.pushDisabled', {}, 'forbidden');
  // Senders stamp their messages by the real time, whatever the time of the world.
  const stamp = stampOf(signature, headers, realClock.now());
  if (stamp === 'stale') throw unproven('refusal.stampStale');
  return { ...source, nonce: stamp?.nonce ?? null, accountOf: signedBy.accountOf };
}
