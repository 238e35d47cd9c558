import { CertificateError, credentialValues, isHeaderText, readCertificate } from '#server/connectors/access/index.ts';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { type CredentialField, findProfile } from '#server/connectors/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { open, passMissingKey, seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import { AppError, refused } from '#server/platform/errors/app-error.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import {
  findSource,
  findStoredKeys,
  listKeySets,
  removePlatformKeys,
  removeTenantKeys,
  type SourceRow,
  storeKeys,
} from './key-queries.ts';

type Values = Record<string, string>;

/** Values of a stored set; nothing for a set that no key of the installation opens. */
export function openValues(sealed: string | null, { profile }: Pick<SourceRow, 'profile'>, keys: SecretKeys): Values {
  if (sealed === null) return {};
  try {
    const firstField = findProfile(profile ?? '')?.credentials[0]?.name ?? '';
    return { ...credentialValues(open(sealed, keys), firstField) };
  } catch (error) {
    passMissingKey(error);
    return {};
  }
}

/** The source as far as the caller may see it; throws for one that the caller may not. */
export async function sourceForCaller(ctx: Ctx, sourceId: string): Promise<SourceRow> {
  const source = await findSource(ctx, Number(sourceId));
  if (source === undefined) throw new AppError('error.notFound', {}, 'not_found');
  return source;
}

/** The owner of keys that the caller may change: a tenant of the caller's, or the platform for a caller who sees all tenants. */
function ownerOf(ctx: Ctx, source: SourceRow, tenantId: string | number | null | undefined): number | null {
  if (tenantId == null) {
    if (source.tenant_id !== null) return source.tenant_id;
    if (ctx.scope.kind !== 'all') throw refused('source.platformOnly');
    return null;
  }
  const id = Number(tenantId);
  const isSeen = ctx.scope.kind === 'all' || ctx.scope.tenantIds.includes(id);
  if (!isSeen || (source.tenant_id !== null && source.tenant_id !== id))
    throw new AppError('error.notFound', {}, 'not_found');
  return id;
}

/** A value as it is kept: keys are often copied with blanks or a line break around them. */
function cleaned(ctx: Ctx, field: CredentialField, value: string): string {
  const text = value.trim();
  if (field.certificate === undefined && !isHeaderText(text))
    throw refused('source.keyCharacters', { label: field.label[ctx.lang] });
  return text;
}

function checkCertificates(fields: readonly CredentialField[], values: Values): void {
  for (const { name, certificate } of fields) {
    if (certificate === undefined || (values[name] ?? '') === '') continue;
    try {
      const { certificate: read } = readCertificate(values[name] ?? '', values[certificate.password] ?? '');
      if (Date.parse(read.validTo) < Date.now())
        throw refused('source.certificate.expired', { day: new Date(read.validTo).toISOString().slice(0, 10) });
    } catch (error) {
      if (error instanceof CertificateError) throw refused(`source.certificate.${error.problem}`);
      throw error;
    }
  }
}

/** The values of an owner's stored set, for a caller who may change them. */
export async function loadValues(
  ctx: Ctx,
  source: SourceRow,
  tenantId: string | number | null | undefined,
  keys: SecretKeys,
): Promise<Values> {
  return openValues(await findStoredKeys(ctx, source, ownerOf(ctx, source, tenantId)), source, keys);
}

/** The set as it is to be: given values, and the stored ones of the fields that were not given. Throws for what is wrong. */
export function mergeValues(
  ctx: Ctx,
  fields: readonly CredentialField[],
  stored: Values,
  given: Readonly<Values>,
): Values {
  const known = new Map(fields.map((field) => [field.name, field]));
  const values: Values = {};
  for (const [name, field] of known) {
    const value = Object.hasOwn(given, name) ? cleaned(ctx, field, given[name] ?? '') : (stored[name] ?? '');
    if (value !== '') values[name] = value;
    else if (field.optional !== true) throw refused('source.keyMissing', { label: field.label[ctx.lang] });
  }
  const unknown = Object.keys(given).find((name) => !known.has(name));
  if (unknown !== undefined) throw refused('source.keyUnknown', { field: unknown });
  checkCertificates(fields, values);
  return values;
}

/** Credential sets of a source: the platform's and those of the caller's tenants, without their values. */
export async function listKeys({
  ctx,
  input,
  keys,
}: {
  ctx: Ctx;
  input: ParsedQuery<'sourceKeyQuery'>;
  keys: SecretKeys;
}): Promise<CallData<'sourceKeyQuery'>> {
  const source = await sourceForCaller(ctx, String(input.sourceId));
  const sets = await listKeySets(ctx, source);
  return sets.map(({ sealed, ...set }) => ({
    ...set,
    tenantId: set.tenantId === null ? null : String(set.tenantId),
    fields: Object.keys(openValues(sealed, source, keys)),
    lastError: failureText(set.lastError, ctx.lang),
  }));
}

/** Saves a credential set; the audit names its fields and never their values. */
export async function saveKeys({
  ctx,
  input,
  keys,
}: {
  ctx: Ctx;
  input: ParsedBody<'sourceKeySave'>;
  keys: SecretKeys;
}): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const source = await sourceForCaller(ctx, String(input.sourceId));
    const tenantId = ownerOf(ctx, source, input.tenantId);
    const profile = source.profile === null ? undefined : findProfile(source.profile);
    if (profile === undefined || profile.credentials.length === 0) throw refused('source.noProfile');
    if (profile.kind === 'positions' && tenantId !== null) throw refused('source.positionsForAll');
    const before = openValues(await findStoredKeys(ctx, source, tenantId), source, keys);
    const values = mergeValues(ctx, profile.credentials, before, input.values);
    await storeKeys(ctx, source, tenantId, seal(JSON.stringify(values), keys));
    await writeAudit(ctx, {
      entity: 'sourceKey',
      entityId: String(source.id),
      action: 'save',
      tenantId,
      before: { source: source.code, fields: Object.keys(before) },
      after: { source: source.code, fields: Object.keys(values), changed: Object.keys(input.values) },
    });
    return null;
  });
}

/** Removes a credential set: its subscriptions are queried with the platform's from then on, where there are some. */
export async function removeKeys({ ctx, input }: { ctx: Ctx; input: ParsedBody<'sourceKeyRemove'> }): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const source = await sourceForCaller(ctx, String(input.sourceId));
    const tenantId = ownerOf(ctx, source, input.tenantId);
    const removed =
      tenantId === null ? await removePlatformKeys(ctx, source) : await removeTenantKeys(ctx, source, tenantId);
    if (!removed) throw refused('source.noKeys');
    await writeAudit(ctx, {
      entity: 'sourceKey',
      entityId: String(source.id),
      action: 'remove',
      tenantId,
      before: { source: source.code },
      after: undefined,
    });
    return null;
  });
}
