/**
 * 50,000 vessels that move (each is heard once a minute) on the map of /vessel-alone, in Chromium with software rendering at
 * 1366x768: frames a second while it is panned and zoomed, beside a page with MapLibre alone and the same moving points in a map
 * of the same size; and how long a position takes from its message at the receiver to the marker on screen. Needs
 * `npm run build`, a Chromium and PostgreSQL. Options: --small, --rounds=3 (0: no frames).
 */
import { createReadStream } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { classAPosition, sentencesOf, withTagBlock } from '../src/simulator/ais/encode.ts';
import { firstMmsi, fleetSize, openFleetPostgres, startOf } from './data/load-fleet.ts';
import { framesOf } from './support/map-motion.ts';
import { median } from './support/median.ts';
import { numberOf } from './support/options.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';
import { openSignedIn } from './support/wheel.ts';

const goal = { fps: 50, ratio: 0.9, latencyMs: 2_000 };
const everyMs = 60_000;
const tickMs = 250;
const motionMs = isSmall() ? 3_000 : 6_000;
/** Without rounds only the time from message to marker is measured. */
const rounds = numberOf('rounds', isSmall() ? 2 : 3);
const samples = isSmall() ? 5 : 20;
const knots = 15;
const library = fileURLToPath(new URL('../node_modules/maplibre-gl/dist/', import.meta.url));

const listening = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

/** A receiver that hears all vessels, each once a minute, and one of them when it is told to. */
async function startReceiver() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  const port = await listening(server);
  const startedAt = Date.now() - 3_600_000;
  const hear = (n: number, at: number): string => {
    const [lon, lat] = startOf(n);
    const east = (knots * (at - startedAt)) / 3_600_000 / 60 / Math.cos((lat * Math.PI) / 180);
    const bits = classAPosition({
      mmsi: firstMmsi + n,
      type: 1,
      status: 0,
      rateOfTurn: 0,
      lon: ((lon + east + 540) % 360) - 180,
      lat,
      speed: knots,
      course: 90,
      heading: 90,
      second: Math.floor(at / 1000) % 60,
    });
    return sentencesOf(bits, { channel: 'A', sequence: 0 })
      .map((line) => withTagBlock(line, 'rB', at))
      .join('\r\n');
  };
  const send = (lines: readonly string[]): void => {
    for (const socket of sockets) socket.write(`${lines.join('\r\n')}\r\n`);
  };
  let next = 1;
  const timer = setInterval(() => {
    const count = Math.round((fleetSize * tickMs) / everyMs);
    // The first vessel speaks only when it is told to.
    send(Array.from({ length: count }, () => hear((next = (next % (fleetSize - 1)) + 1), Date.now())));
  }, tickMs);
  return {
    port,
    speakFirst: () => send([hear(0, Date.now())]),
    stop: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The page of the peer: MapLibre alone, the same points, moved as often. */
const peerHtml = (width: number, height: number): string => `<!doctype html>
<link rel="stylesheet" href="/maplibre-gl.css"><div id="map" style="width:${width}px;height:${height}px"></div>
<script type="module">
  import { Map, setWorkerUrl } from '/maplibre-gl.mjs';
  setWorkerUrl('/maplibre-gl-worker.mjs');
  const at = (n) => [((n * 61803) % 360000) / 1000 - 180, ((n * 37139) % 130000) / 1000 - 65];
  const feature = (n, shift) => ({ type: 'Feature', id: n, properties: { tone: 'underway' },
    geometry: { type: 'Point', coordinates: [at(n)[0] + shift, at(n)[1]] } });
  const data = { type: 'FeatureCollection', features: Array.from({ length: ${fleetSize} }, (_, n) => feature(n, 0)) };
  const map = new Map({ container: 'map', attributionControl: false, fadeDuration: 0, style: { version: 8,
    sources: { fleet: { type: 'geojson', data } }, layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': '#dfeaf2' } },
      { id: 'dots', type: 'circle', source: 'fleet', paint: { 'circle-radius': 2.6, 'circle-color': '#0b5285', 'circle-opacity': 0.9 } }] } });
  let next = 0, turn = 0;
  map.on('load', () => { document.title = 'ready'; setInterval(() => {
    turn += 1;
    map.getSource('fleet').updateData({ update: Array.from({ length: ${Math.round((fleetSize * 1000) / everyMs)} }, () => {
      next = (next + 1) % ${fleetSize};
      return { id: next, newGeometry: feature(next, turn * 0.004).geometry };
    }) });
  }, 1000); });
</script>`;

async function startPeer(size: { width: number; height: number }): Promise<{ url: string; stop: () => void }> {
  const server = createHttpServer((request, response) => {
    const name = path.basename(request.url ?? '/');
    if (!name.startsWith('maplibre')) {
      response.setHeader('content-type', 'text/html').end(peerHtml(size.width, size.height));
      return;
    }
    response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
    createReadStream(path.join(library, name)).pipe(response);
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}

const mapOf = (page: Page) => page.locator('.maplibregl-canvas').first();

async function openFleet(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/vessel-alone${search}`);
  await mapOf(page).waitFor({ timeout: 60_000 });
  await page.waitForFunction(
    (count) => (document.querySelector('.pt-vessel-legend ul')?.getAttribute('aria-label') ?? '').includes(count),
    fleetSize.toLocaleString('en-US'),
    { timeout: 120_000 },
  );
  await page.waitForTimeout(3_000);
}

/** From the message of one vessel to its marker in another place, in milliseconds. */
async function latencies(page: Page, url: string, speakFirst: () => void): Promise<number[]> {
  speakFirst();
  await openFleet(page, url, `?mmsi=${firstMmsi}`);
  await page.locator('.maplibregl-marker').first().waitFor({ timeout: 60_000 });
  const took: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    await delay(3_000 + Math.random() * 1_000);
    // The page draws a new marker for each new position, so the place of whichever is there is looked at in every frame.
    const moved = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const place = (): string => document.querySelector<HTMLElement>('.maplibregl-marker')?.style.transform ?? '';
          const before = place();
          const look = (): void => {
            const now = place();
            if (now !== '' && now !== before) resolve(Date.now());
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
    );
    await delay(200);
    const sentAt = Date.now();
    speakFirst();
    const seenAt = await Promise.race([moved, delay(30_000, sentAt + 30_000)]);
    took.push(seenAt - sentAt);
  }
  return took.toSorted((a, b) => a - b);
}

async function measure(url: string, cookie: string, speakFirst: () => void): Promise<Figure[]> {
  const { page, close } = await openSignedIn({ url, cookie });
  try {
    await openFleet(page, url);
    const size = (await mapOf(page).boundingBox()) ?? { width: 900, height: 620 };
    const peer = await startPeer(size);
    const frames = { pan: [[], []], zoom: [[], []] } as Record<'pan' | 'zoom', [number[], number[]]>;
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await openFleet(page, url);
      for (const kind of ['pan', 'zoom'] as const) frames[kind][0].push(await framesOf(page, kind, motionMs));
      await page.goto(peer.url);
      await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: 60_000 });
      await page.waitForTimeout(3_000);
      for (const kind of ['pan', 'zoom'] as const) frames[kind][1].push(await framesOf(page, kind, motionMs));
    }
    peer.stop();
    const took = await latencies(page, url, speakFirst);
    const p95 = took[Math.min(took.length - 1, Math.floor(took.length * 0.95))] ?? 0;
    return [
      ...(rounds === 0 ? [] : (['pan', 'zoom'] as const)).map((kind): Figure => {
        const [ours, theirs] = [median(frames[kind][0]), median(frames[kind][1])];
        return {
          name: `map of ${fleetSize} moving vessels, ${kind}`,
          goal: `>= ${goal.fps} frames/s or >= ${goal.ratio} x MapLibre alone`,
          measured: `${rounded(ours)} frames/s`,
          beside: `MapLibre alone ${rounded(theirs)} frames/s`,
          ratio: rounded(ours / theirs),
          reached: ours >= goal.fps || ours / theirs >= goal.ratio,
        };
      }),
      {
        name: `map of ${fleetSize} moving vessels, message to marker`,
        goal: `p95 <= ${goal.latencyMs} ms`,
        measured: `p95 ${rounded(p95)} ms, middle ${rounded(median(took))} ms of ${took.length}`,
        beside: '-',
        ratio: '-',
        reached: p95 <= goal.latencyMs,
      },
    ];
  } finally {
    await close();
  }
}

const server = await openFleetPostgres();
const figures: Figure[] = [];
if (server !== undefined) {
  const receiver = await startReceiver();
  const product = await startProductProcess(['--role=web,worker'], {
    DATABASE_URL: server.url,
    AIS_SOURCES: `tcp://127.0.0.1:${receiver.port}`,
  });
  try {
    figures.push(...(await measure(product.url, await signIn(product.url), receiver.speakFirst)));
  } finally {
    await product.stop();
    receiver.stop();
    await server.stop();
  }
}
report(figures);
