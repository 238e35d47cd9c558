import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { stageGroups } from './scripts/web-chunks.ts';
import { splitTexts } from './scripts/web-texts.ts';
import { withoutUnused } from './scripts/web-unused.ts';

const webRoot = join(import.meta.dirname, 'src/web');
const outDir = join(import.meta.dirname, 'dist/web');
const compressible = /\.(?:js|css|html|svg|json|webmanifest)$/;

/** Names the build in the service worker: browsers take the new worker, and drop the files of the old one, when it changes. */
async function nameBuild(folder: string): Promise<void> {
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const [worker, page, manifest] = await Promise.all([read('sw.js'), read('index.html'), read('manifest.json')]);
  const build = createHash('sha256').update(page).update(manifest).digest('hex').slice(0, 16);
  await writeFile(join(folder, 'sw.js'), worker.replace('__BUILD__', build));
}

/** Writes .gz and .br beside every text file, so that the server sends them without compressing. */
function precompress(): Plugin {
  let folder = outDir;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      // `vite build --outDir` may have chosen another folder.
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      // A build that failed is closed too, and prints its own error.
      if (!existsSync(join(folder, 'index.html'))) return;
      await nameBuild(folder);
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const file = join(folder, name);
            const content = await readFile(file);
            await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
            const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
            await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
          }),
      );
    },
  };
}

/** /embed/* and every other page of the development server is index.html. */
const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

export default defineConfig({
  root: 'src/web',
  publicDir: 'public',
  plugins: [splitTexts(webRoot), withoutUnused, react(), precompress()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    manifest: 'manifest.json',
    // A chunk counts in the budgets by its gzip size, which check-budgets.ts measures.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // These packages do not declare it, but importing them does nothing by itself.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules[\\/](?:@rc-component|@ant-design)[\\/]/, sideEffects: false }],
      },
      output: {
        // The first script names every file: shorter hashes are bytes that nobody waits for, and 42 bits distinguish builds.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 30 },
            ...stageGroups(webRoot),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': serverUrl } },
});
