import type { Project } from './changed-tests.ts';

/** A fault that was in the product, or could be: a text of one file put in place of another, and the tests that have to see it. */
export type Fault = {
  name: string;
  file: string;
  find: string;
  replace: string;
  project: Project;
  tests: readonly string[];
};

type OnScreen = Omit<Fault, 'project' | 'tests' | 'file'> & { test: string };

/** A fault of a feature of the web application. */
const screen = (file: string, { test, ...fault }: OnScreen): Fault => ({
  ...fault,
  file: `src/web/features/${file}`,
  project: 'web',
  tests: [`src/web/features/${test}.test.tsx`],
});

const password = 'administration/password/password-page';
const handOver = 'tracking/hand-over/hand-over-page';
const inbox = 'administration/inbox/inbox-bell';

const faultsOfScreens: readonly Fault[] = [
  {
    name: 'a file that a proxy refuses is refused without a word',
    file: 'src/web/base/send-file.ts',
    find: "body?.msg || text('common.serverFailed', { httpStatus })",
    replace: "body?.msg ?? ''",
    project: 'web',
    tests: ['src/web/features/intake/edi-manager/edi-manager-page.test.tsx'],
  },
  screen('interfaces/integrations/NewKeyDialog.tsx', {
    name: 'the dialog for a new key opens with the entry of the key before',
    find: ' clearOnDestroy',
    replace: '',
    test: 'interfaces/integrations/keys-part',
  }),
  screen('exceptions/detection-rules/SettingFields.tsx', {
    name: 'a setting that follows the wider one shows no choice',
    find: 'value={draft.enabled ?? asWider}',
    replace: 'value={draft.enabled}',
    test: 'exceptions/detection-rules/rule-settings',
  }),
  screen('network/gps-vehicles/TrackDrawer.tsx', {
    name: 'the track of the vehicle before is shown for the next one',
    find: 'query.data?.vehicleId === row?.vehicleId ? query : { ...query, data: undefined }',
    replace: 'query',
    test: 'network/gps-vehicles/gps-vehicles-page',
  }),
  screen('tracking/hand-over/HandOverPage.tsx', {
    name: 'a text that could not be copied is called copied',
    find: "if (await copyText(text)) toast.success(t('handOver.copied'));\n    else toast.warn(t('common.copyFailed'));",
    replace: "await copyText(text);\n    toast.success(t('handOver.copied'));",
    test: handOver,
  }),
  screen('tracking/hand-over/HandOverPage.tsx', {
    name: 'a link to a shift shows another length, which cannot be chosen',
    find: 'value={from === undefined ? hours : null}',
    replace: 'value={hours}',
    test: handOver,
  }),
  screen('tracking/hand-over/HandOverPage.tsx', {
    name: 'another length of the shift does not lead away from the moment of a link',
    find: 'setSearch({ ...search, from: undefined });',
    replace: 'setSearch({ ...search });',
    test: handOver,
  }),
  screen('administration/inbox/InboxBell.tsx', {
    name: 'messages that could not be loaded are called none',
    find: 'data?.messages.length === 0 &&',
    replace: 'messages.length === 0 &&',
    test: inbox,
  }),
  screen('administration/inbox/InboxBell.tsx', {
    name: 'a failure to load messages is not shown',
    find: 'data === undefined && query.isError &&',
    replace: 'false &&',
    test: inbox,
  }),
  screen('administration/login/SignInAgain.tsx', {
    name: 'Enter held down signs in many times',
    find: `(running.current ??= signIn().finally(() => {
      running.current = undefined;
    }))`,
    replace: 'signIn()',
    test: 'administration/login/sign-in',
  }),
  screen('administration/password/PasswordFields.tsx', {
    name: 'Enter pressed twice changes the password twice',
    find: `running.current ??= change().finally(() => {
      running.current = undefined;
    });
    return running.current;`,
    replace: 'return change();',
    test: password,
  }),
  screen('administration/password/PasswordFields.tsx', {
    name: 'the right password of somebody with a second factor is called wrong',
    find: "return asRecord(error.data)['secondFactor'] === true;",
    replace: 'return false;',
    test: password,
  }),
  screen('administration/password/PasswordFields.tsx', {
    name: 'a server that fails is taken for a wrong password',
    find: '!(error instanceof CallError) || error.httpStatus !== 200',
    replace: '!(error instanceof CallError)',
    test: password,
  }),
  screen('intake/refusals/RefusalsPage.tsx', {
    name: 'refused data is listed by codes of carriers instead of names',
    find: 'value: code, label: name',
    replace: 'value: code, label: code',
    test: 'intake/refusals/refusals-page',
  }),
  {
    name: 'the key that moves the cursor makes a new key of a robot',
    file: 'src/web/kit/table/letters.ts',
    find: "g: 'key',",
    replace: "k: 'key',",
    project: 'web',
    tests: ['src/web/features/execution/robots/robots-page.test.tsx'],
  },
  screen('network/vessels/VesselFacts.tsx', {
    name: 'a flag that is not known is an empty place instead of a dash',
    find: 'vessel.flag === null ? null : <CountryText code={vessel.flag} />',
    replace: 'vessel.flag !== null && <CountryText code={vessel.flag} />',
    test: 'network/vessels/vessels-page',
  }),
  screen('network/vessels/VesselsPage.tsx', {
    name: 'a chosen vessel outlasts a new search',
    find: 'set({ by: kind, q: text, mmsi: undefined });',
    replace: 'set({ by: kind, q: text });',
    test: 'network/vessels/vessels-page',
  }),
  {
    name: 'an export has other columns than the screen',
    file: 'src/web/kit/list/ListTable.tsx',
    find: 'exported.knows === undefined ? shown : shown.filter(exported.knows)',
    replace: 'undefined',
    project: 'web',
    tests: ['src/web/features/administration/audit/audit-page.test.tsx'],
  },
];

/** The faults that the suite has to see: eighteen that its screen tests once found, a leak between tenants, and a write that gets lost. */
export const faults: readonly Fault[] = [
  ...faultsOfScreens,
  {
    name: 'roles of one tenant are shown to all (tenant leak)',
    file: 'src/server/modules/administration/user/role-templates.ts',
    find: "const rows = await ctx.db.selectFrom('role_template').select(columns).orderBy('role_name')",
    replace: "const rows = await ctx.unscoped.system.selectFrom('role_template').select(columns).orderBy('role_name')",
    project: 'db-embedded',
    tests: ['src/server/modules/administration/user/role-templates.db.test.ts'],
  },
  {
    name: 'an answer of a robot is kept although its task cannot be written: no transaction holds both (lost write)',
    file: 'src/server/modules/intake/rpa/receive-answer.ts',
    find: 'ctx.unscoped.transaction(async () => {',
    replace: 'ctx.unscoped.detached(async () => {',
    project: 'db-embedded',
    tests: ['src/server/modules/intake/rpa/rpa.db.test.ts'],
  },
];

/** The text of a file with a fault in it; undefined where the fault no longer fits, or fits twice. */
export function withFault({ find, replace }: Fault, text: string): string | undefined {
  const at = text.indexOf(find);
  if (at === -1 || text.includes(find, at + 1)) return undefined;
  return `${text.slice(0, at)}${replace}${text.slice(at + find.length)}`;
}
