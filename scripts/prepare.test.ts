import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root } from './lint/read-source.ts';
import { webSources, serverSources } from './prepare.mjs';

/** Folders of the project that files below a folder import, by their aliases. */
function importedBy(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(root, folder, name), 'utf8');
    for (const [, alias] of text.matchAll(/from '#([a-z]+)\//g)) found.add(alias!);
  }
  return [...found]
    .filter((alias) => alias !== 'testing')
    .map((alias) => (alias === 'generated' ? alias : `src/${alias}`));
}

test.each([
  ['web application', webSources],
  ['bundled server', serverSources],
])('the %s is built again when any folder changed that it imports', (_name, sources) => {
  for (const folder of sources)
    expect(sources, `imported by ${folder}`).toEqual(expect.arrayContaining(importedBy(folder)));
});

test('the files of deploy/ start what `npm run build` makes, each role by the same command', () => {
  const read = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');
  const roles = ['--migrate', '--role=web', '--role=worker'];
  const units = ['migrate', 'web', 'worker'].map((name) => `systemd/portolan-${name}.service`);
  expect(units.map((unit) => /^ExecStart=(.+)$/m.exec(read(unit))?.[1])).toEqual(
    roles.map((role) => `/opt/portolan/dist/portolan ${role}`),
  );
  expect(read('Dockerfile')).toContain('ENTRYPOINT ["/opt/portolan/dist/portolan"]\nCMD ["--role=web"]');
  const { services } = parse(read('compose.yaml'), { merge: true });
  expect(['migrate', 'web', 'worker'].map((name) => [services[name].command, services[name].read_only])).toEqual(
    roles.map((role) => [[role], true]),
  );
  const resources: string[] = parse(read('kubernetes/kustomization.yaml')).resources;
  const pods = resources
    .flatMap((file) => parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()))
    .flatMap(({ spec }) => spec?.template?.spec?.containers ?? []);
  expect(pods.map(({ args, securityContext }) => [args, securityContext.readOnlyRootFilesystem])).toEqual(
    roles.map((role) => [[role], true]),
  );
  // Checked where systemd is; 30 is 3.0.
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
  for (const unit of units) {
    const options = ['security', '--offline=true', '--threshold=30', join(root, 'deploy', unit)];
    expect(spawnSync('systemd-analyze', options, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  }
});
