import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A build of the product: the folder of its sources, and what its web and worker processes are started from. */
export type Build = { name: string; root: string; entry: string };

const root = fileURLToPath(new URL('../../', import.meta.url));
const entryOf = "import('./scripts/prepare.mjs').then(({ serverEntry }) => console.log(serverEntry()))";

function build(name: string, folder: string): Build {
  const message = execFileSync(process.execPath, ['-e', entryOf], { cwd: folder, encoding: 'utf8' });
  return { name, root: folder, entry: message.trim().split('\n').at(-1) ?? '' };
}

/** The build of these sources. */
export const presentBuild = (): Build => build('these sources', root);

/** The product of a commit, built in a folder that is made. It has the dependencies and the benches of now. */
export function buildOf(commit: string, folder: string): Build {
  mkdirSync(folder);
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], { cwd: root });
  rmSync(path.join(folder, 'bench'), { recursive: true });
  cpSync(path.join(root, 'bench'), path.join(folder, 'bench'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return build(commit, folder);
}

/** What migrations of the product do, on tables that are written all the time. */
const migrationOf = (number: number): string => `
alter table subscription add column run_${number} text;
update subscription set run_${number} = bill_no;
alter table task add column run_${number} bigint not null default 0;
alter table shipment add column run_${number} bigint not null default 0;
alter table shipment_exception add column run_${number} bigint;
alter table exception_comment add column run_${number} bigint not null default 0;
alter table notification add column run_${number} bigint not null default 0;
alter table feedback add column run_${number} bigint not null default 0;
create index exception_comment_run_${number} on exception_comment (exception_id, run_${number});
create unique index shipment_record_run_${number} on shipment (subscription_id, source_code, tenant_id) where not fused;
drop index shipment_record;
alter index shipment_record_run_${number} rename to shipment_record;
`;

/** The same product with one more migration, in a folder that is made. */
export function withMigration(of: Build, number: number, folder: string): Build {
  const name = `90${String(number).padStart(2, '0')}_of_the_run`;
  mkdirSync(folder);
  for (const one of readdirSync(of.root))
    if (!['dist', 'migrations'].includes(one)) symlinkSync(path.join(of.root, one), path.join(folder, one));
  // Files beside the sources are looked for from where the bundle is.
  const entry = path.join(folder, path.relative(of.root, of.entry));
  cpSync(path.dirname(of.entry), path.dirname(entry), { recursive: true });
  cpSync(path.join(of.root, 'migrations'), path.join(folder, 'migrations'), { recursive: true });
  writeFileSync(path.join(folder, 'migrations', `${name}.sql`), migrationOf(number));
  return { name: `${name}`, root: folder, entry };
}
