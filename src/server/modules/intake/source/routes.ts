import type { CallData } from '#contract/index.ts';
import { type SourceProfile, sourceProfiles } from '#server/connectors/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { findMap } from './find-map.ts';
import { listKeys, removeKeys, saveKeys } from './keys.ts';
import { addMapFrame } from './map-frame.ts';
import { listCalls } from './list-calls.ts';
import { type Clock, realClock } from '#server/platform/clock/clock.ts';
import { type TestDeps, testSource } from './test-source.ts';
import { listTolerances } from './tolerances.ts';
import type { Ctx } from '#server/platform/context.ts';
import { testCarrier } from '#shared/ids/test-reference.ts';

/** How far a new installation has come: connected sources, their keys, subscriptions, and shipments that somebody answered. */
async function getFirstSteps(ctx: Ctx): Promise<CallData<'firstSteps'>> {
  const tenants = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  // unscoped: Sources are shared by tenants: they are counted for the tenants the statement names, which the caller may see.
  const [row] = await ctx.unscoped.query<{ sources: number; keys: number; subscriptions: number; tracked: number }>(
    `select
       (select count(*)::int from source where profile is not null and enabled and asked
         and (tenant_id is null or $1::bigint[] is null or tenant_id = any($1))) as sources,
       (select count(*)::int from source s join asset a on a.id = s.asset_id where s.enabled and s.asked and (a.default_value is not null
         or exists (select from tenant_asset own where own.asset_id = a.id
           and ($1::bigint[] is null or own.tenant_id = any($1))))) as keys,
       (select count(*)::int from (select from subscription
         where carrier_code <> '${testCarrier}' and ($1::bigint[] is null or tenant_id = any($1)) limit 1000) as counted) as subscriptions,
       (select count(*)::int from (select from subscription
         where has_data and carrier_code <> '${testCarrier}' and ($1::bigint[] is null or tenant_id = any($1)) limit 1000) as counted) as tracked`,
    [tenants],
  );
  return row ?? { sources: 0, keys: 0, subscriptions: 0, tracked: 0 };
}

type ShownProfile = CallData<'sourceProfiles'>[number];

/** Its carriers by their own codes, and by those that this installation has for them. */
const carriersOf = ({ carriers }: SourceProfile, reference: ReferenceSnapshot): string[] => {
  const own = [...reference.carriers.values()].filter(({ scac }) => scac !== null && carriers.includes(scac));
  return [...new Set([...carriers, ...own.map(({ code }) => code)])];
};

const shown = (profile: SourceProfile, reference: ReferenceSnapshot): ShownProfile => ({
  name: profile.name,
  label: profile.label,
  kind: profile.kind,
  carriers: carriersOf(profile, reference),
  portalUrl: profile.portalUrl,
  docsUrl: profile.docsUrl,
  steps: profile.steps,
  references: [...profile.references],
  credentials: profile.credentials.map((field) => ({
    name: field.name,
    label: field.label,
    help: field.help,
    secret: field.secret === true,
    required: field.optional !== true,
    certificatePassword: field.certificate?.password ?? null,
  })),
  address: profile.endpoints.production.baseUrl,
  testAddress: profile.endpoints.test?.baseUrl ?? null,
  tokenAddress: profile.endpoints.production.tokenUrl ?? null,
  limits: {
    perMinute: profile.limits.perMinute ?? null,
    perHour: profile.limits.perHour ?? null,
    perDay: profile.limits.perDay ?? null,
    atOnce: profile.limits.atOnce ?? null,
  },
  pushes: profile.push !== null,
  pushSteps: profile.pushSteps ?? null,
});

/** Counterparts of sources, and the keys that sources are queried with. */
export const sourceRoutes =
  ({ keys, reference, allowed, machine = realClock }: Omit<TestDeps, 'machine'> & { machine?: Clock }): Routes =>
  (app) => {
    route(app, 'sourceProfiles', () => sourceProfiles.map((profile) => shown(profile, reference())));
    route(app, 'sourceTest', ({ ctx, input }) =>
      testSource({ ctx, input: input.body, deps: { keys, reference, allowed, machine } }),
    );
    addMapFrame(app);
    route(app, 'sourceMap', ({ ctx, input }) => findMap({ ctx, input: input.query, keys }));
    route(app, 'firstSteps', ({ ctx }) => getFirstSteps(ctx));
    route(app, 'sourceCallQuery', ({ ctx, input }) => listCalls({ ctx, input: input.query, machine }));
    route(app, 'sourceKeyQuery', ({ ctx, input }) => listKeys({ ctx, input: input.query, keys }));
    route(app, 'sourceToleranceQuery', ({ ctx, input }) => listTolerances({ ctx, input: input.query }));
    route(app, 'sourceKeySave', async ({ ctx, input }) =>
      answer(await saveKeys({ ctx, input: input.body, keys }), 'source.keySaved'),
    );
    route(app, 'sourceKeyRemove', async ({ ctx, input }) =>
      answer(await removeKeys({ ctx, input: input.body }), 'source.keyRemoved'),
    );
  };
