import { verifyAuthorization, verifySignature } from '#server/connectors/dcsa/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { open, type SecretKeys } from '#server/platform/crypto/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { findPushSource, type PushSource } from './queries.ts';

/** Protocols that leave it open how a sender proves itself. */
const showing: ReadonlySet<string> = new Set(['dcsa3', 'onerecord']);

/** What a notification proves itself by. */
export type Proof = { signature: string | undefined; authorization: string | undefined };

/** The source a notification claims to be from, after its signature (or, by 3.0, its authorization) was checked. */
export async function admit(
  ctx: Ctx,
  sourceCode: string,
  body: Buffer,
  { signature, authorization }: Proof,
  keys: SecretKeys,
): Promise<PushSource> {
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
  } else if (!verifySignature(body, signature, secret()))
    throw new AppError('refusal.signature', {}, 'unauthenticated');
  if (!source.push_enabled || !source.enabled) throw new AppError('refusal.pushDisabled', {}, 'forbidden');
  return source;
}
