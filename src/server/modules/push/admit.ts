import { verifyAuthorization, verifySignature } from '#server/connectors/dcsa/index.ts';
import { customerNetwork } from '#shared/net/networks.ts';
import type { Ctx } from '#server/platform/context.ts';
import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { Account } from '#server/platform/http/call-turns.ts';
import { findPushSource, type PushSource } from './queries.ts';

/** Protocols that leave it open how a sender proves itself. */
const showing: ReadonlySet<string> = new Set(['dcsa3', 'onerecord']);

/** What a notification proves itself by. */
export type Proof = { signature: string | undefined; authorization: string | undefined };

/** What can be checked of a notification before its body is read: that the source is there, and shows what it has to. */
async function findSender(
  ctx: Ctx,
  sourceCode: string,
  { signature, authorization }: Proof,
  keys: SecretKeys,
): Promise<{ source: PushSource; secret: () => string }> {
  const source = await findPushSource(ctx, sourceCode);
  const sealed = source?.push_secret ?? null;
  if (source === undefined || sealed === null) throw new AppError('refusal.sourceUnknown', {}, 'unauthenticated');
  const secret = (): string => open(sealed, keys);
  if (signature === undefined || signature === '') {
    // A sender that can sign must sign: secrets shown in a header are for standards without a signature.
    if (authorization === undefined || !showing.has(source.protocol))
      throw new AppError('refusal.signatureMissing', {}, 'unauthenticated');
    if (!verifyAuthorization(authorization, source.code, secret()))
      throw new AppError('refusal.authorization', {}, 'unauthenticated');
  }
  return { source, secret };
}

/** On whose account a notification is read; refuses unknown senders, and those that show nothing, before their body is. */
export async function proveSender(ctx: Ctx, sourceCode: string, proof: Proof, keys: SecretKeys): Promise<Account> {
  const { source } = await findSender(ctx, sourceCode, proof, keys);
  return { group: `push ${source.id}`, member: customerNetwork(ctx.ip ?? '') };
}

/** The source a notification claims to be from, after its signature (or, by 3.0, its authorization) was checked. */
export async function admit(
  ctx: Ctx,
  sourceCode: string,
  body: Buffer,
  proof: Proof,
  keys: SecretKeys,
): Promise<PushSource> {
  const { source, secret } = await findSender(ctx, sourceCode, proof, keys);
  const { signature } = proof;
  if (signature !== undefined && signature !== '' && !verifySignature(body, signature, secret()))
    throw new AppError('refusal.signature', {}, 'unauthenticated');
  if (!source.push_enabled || !source.enabled) throw new AppError('refusal.pushDisabled', {}, 'forbidden');
  return source;
}
