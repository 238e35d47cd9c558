// The worker of the installed product. It keeps the hashed files of one build, never a page and never an answer of the
// server: those come from the server each time, so that what is on screen is as new as the server. `build` is put in by the build.
const build = '__BUILD__';
const cacheName = `portolan-${build}`;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys())
      if (name.startsWith('portolan-') && name !== cacheName) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

async function kept(request) {
  const cache = await caches.open(cacheName);
  const known = await cache.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  // A full disk of the device must not keep the file from the page.
  if (answer.status === 200 && answer.type === 'basic') await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || !pathname.startsWith('/assets/')) return;
  if (request.headers.has('range')) return;
  event.respondWith(kept(request));
});

/** The address of a message within this product; its start where it says another one. */
function ownHref(link) {
  const { origin } = self.location;
  if (typeof link !== 'string' || !URL.canParse(link, origin)) return `${origin}/index`;
  const url = new URL(link, origin);
  return url.origin === origin ? url.href : `${origin}/index`;
}

self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    // Not ours: said without words of its own, as the browser wants something shown for each push.
  }
  const title = typeof message.title === 'string' && message.title !== '' ? message.title : '航图 Portolan';
  event.waitUntil(
    self.registration.showNotification(title, {
      icon: '/icons/any-192.png',
      tag: typeof message.tag === 'string' ? message.tag : undefined,
      data: ownHref(message.link),
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async () => {
    const href = event.notification.data;
    const [open] = await self.clients.matchAll({ type: 'window' });
    if (open === undefined) return void (await self.clients.openWindow(href));
    await open.focus();
    if (open.url !== href) await open.navigate(href);
  };
  event.waitUntil(show());
});
