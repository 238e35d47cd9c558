import { createHash } from 'node:crypto';
import { sourceProfiles } from '#server/connectors/index.ts';
import type { App } from '#server/platform/http/index.ts';

/** Hosts of the maps that may be shown. */
const origins = [...new Set(sourceProfiles.flatMap(({ map }) => (map === undefined ? [] : [map.origin])))];

const style = 'html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}';
// The address of the map holds a key: it comes as a message of the page around this one and stands in no address of ours.
const script = `
const origins = ${JSON.stringify(origins)};
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin || typeof data?.mapUrl !== 'string') return;
  if (!URL.canParse(data.mapUrl) || !origins.includes(new URL(data.mapUrl).origin)) return;
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups';
  frame.referrerPolicy = 'no-referrer';
  frame.title = 'map';
  frame.onload = () => parent.postMessage({ action: 'mapShown' }, location.origin);
  frame.src = data.mapUrl;
  document.body.replaceChildren(frame);
});
parent.postMessage({ action: 'mapReady' }, location.origin);`;
const page = `<!doctype html><html><head><meta charset="utf-8"><title>Map</title><style>${style}</style></head><body><script>${script}</script></body></html>`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  `frame-src ${origins.join(' ')}`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const mapFramePath = '/frame/map';

/** Adds the one page that may frame maps of aggregators; it is shown in a frame of our own pages only. */
export function addMapFrame(app: App): void {
  app.get(mapFramePath, (_request, reply) =>
    reply
      .headers({
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
