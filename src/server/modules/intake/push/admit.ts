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
import type { Account } from '#server/platform/http/call-slots.ts';
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

/** The secret in what is sealed; none where it cannot be opened, so that nothing can prove itself by it. */
function opened(accountOf: number | null, read: () => string): Secret[] {
  try {
    const text = read();
    return text === '' ? [] : [{ accountOf, text }];
  } catch (error) {
    passMissingKey(error);
    return [];
  }
}

/** All secrets by which a source may be pushed to: that at the source, and those of the keys; undefined when none is set. */
async function secretsOf(ctx: Ctx, source: PushSource, keys: SecretKeys): Promise<Secret[] | undefined> {
  const { push_secret: sealedOwn } = source;
  const own = sealedOwn === null ? [] : opened(null, () => open(sealedOwn, keys));
  const profile = source.profile === null ? undefined : findProfile(source.profile);
  const firstField = profile?.credentials[0]?.name ?? '';
  const sets = profile === undefined || profile.push === null ? [] : await listPushKeys(ctx, source.id);
  if (sealedOwn === null && sets.length === 0) return undefined;
  return [
    ...own,
    ...sets.flatMap(({ tenant_id: accountOf, sealed }) =>
      opened(accountOf, () => credentialValues(open(sealed, keys), firstField)['pushSecret'] ?? ''),
    ),
  ];
}

/** The secret that is shown in the header, for standards without a signature. */
const shownSecret = ({ source, secrets }: Sender, { authorization }: PushHeaders): Secret | undefined =>
  typeof authorization === 'string'
    ? secrets.find(({ text }) => verifyAuthorization(authorization, source.code, text))
    : undefined;

/** What can be checked of a notification before its body is read: that the source is there, and shows what it has to. */
async function findSender(ctx: Ctx, sourceCode: string, headers: PushHeaders, keys: SecretKeys): Promise<Sender> {
  const source = await findPushSource(ctx, sourceCode);
  const secrets = source === undefined ? undefined : await secretsOf(ctx, source, keys);
  if (source === undefined || secrets === undefined) throw unproven('refusal.sourceUnknown');
  const profile = source.profile === null ? undefined : findProfile(source.profile);
  const sender = { source, signature: profile?.push ?? notificationSignature, secrets };
  if (isSigned(sender.signature, headers)) return sender;
  // A sender that can sign must sign.
  if (typeof headers.authorization !== 'string' || !showing.has(source.protocol))
    throw unproven('refusal.signatureMissing');
  if (shownSecret(sender, headers) === undefined) throw unproven('refusal.authorization');
  return sender;
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
  const sender = await findSender(ctx, sourceCode, headers, keys);
  const { source, signature, secrets } = sender;
  const signedBy = isSigned(signature, headers)
    ? secrets.find(({ text }) => isRightSignature(signature, headers, body, text))
    : shownSecret(sender, headers);
  if (signedBy === undefined) throw unproven('refusal.signature');
  if (!source.push_enabled || !source.enabled) throw new AppError('refusal.pushDisabled', {}, 'forbidden');
  // Senders stamp their messages by the real time, whatever the time of the world.
  const stamp = stampOf(signature, headers, realClock.now());
  if (stamp === 'stale') throw unproven('refusal.stampStale');
  return { ...source, nonce: stamp?.nonce ?? null, accountOf: signedBy.accountOf };
}
