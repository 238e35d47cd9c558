// Makes one file per part of the server: finding, reading and linking a thousand modules is most of what a start costs, and taking
// their types away holds memory in every thread. Nothing needs the result: the sources run as they are.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { root } from './lint/read-source.ts';

/** Where the bundle goes; the first argument, by default `dist/server/now`. */
const outDir = resolve(root, process.argv[2] ?? 'dist/server/now');

// What is loaded late or by some roles only, and what comes with files of its own.
const external =
  /^(?:pg-native|pg-cloudflare|pinyin-pro|openid-client|fastify|@fastify\/.*|@electric-sql\/pglite|@opentelemetry\/.*|pdfmake|echarts)(?:\/|$)/;

/** What is started by itself: the server, and the threads that it starts. */
const entries = {
  main: join(root, 'src/server/main.ts'),
  'embedded-worker': join(root, 'src/server/platform/db/embedded-worker.ts'),
  'sheet-thread': join(root, 'src/server/modules/intake/mail-import/sheet-thread.ts'),
  'trial-thread': join(root, 'src/server/modules/exceptions/rule-backtest/trial-thread.ts'),
};
const entryFiles = new Set(Object.values(entries));

/** Files beside a source are looked for beside the source, wherever its code is now; threads are in the bundle. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.')) return null;
    const source = relative(outDir, id).split(sep).join('/');
    const urlOf = (path: string): string => `new URL(${JSON.stringify(path)}, import.meta.url)`;
    const pathOf = (path: string): string => `process.getBuiltinModule('node:url').fileURLToPath(${urlOf(path)})`;
    const threads = code.replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (whole, name: string) =>
      entryFiles.has(join(dirname(id), `${name}.ts`)) ? `new URL('./${name}.mjs', import.meta['url'])` : whole,
    );
    return {
      code: threads.replace(/import\.meta\.(url|dirname)/g, (_, what: string) =>
        what === 'url' ? `${urlOf(source)}.href` : pathOf(posix.dirname(source)),
      ),
    };
  },
};

/**
 * An import of these reads all that they export, also what is loaded when first read: `node:http` brings a whole second client
 * along. Taken as objects they bring what is used.
 */
const wholeBuiltins = new Set(['http', 'https', 'fs']);
const builtins: Plugin = {
  name: 'builtins',
  resolveId: (source) => {
    const name = source.replace(/^node:/, '');
    return wholeBuiltins.has(name) ? `\0builtin:${name}` : null;
  },
  load: (id) =>
    id.startsWith('\0builtin:')
      ? { code: `module.exports = process.getBuiltinModule('node:${id.slice(9)}');`, moduleType: 'js' }
      : null,
};

/** A text with other letters than those of ASCII takes two bytes a letter in memory: written as escapes, the bundle takes half. */
const escaped = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

rmSync(outDir, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries,
  platform: 'node',
  external,
  // Modules of ours do nothing by being loaded, but for the entries.
  treeshake: { moduleSideEffects: (id) => (id.includes('node_modules') ? undefined : entryFiles.has(id)) },
  plugins: [places, builtins],
  logLevel: 'warn',
  // A package makes a function from text: nothing that a reader of this output can change.
  onLog: (level, log, report) => {
    if (log.code !== 'EVAL') report(level, log);
  },
});
const { output } = await bundle.write({
  dir: outDir,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
});
await bundle.close();
for (const file of output) if (file.type === 'chunk') writeFileSync(join(outDir, file.fileName), escaped(file.code));
