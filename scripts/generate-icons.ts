// Part of `npm run generate:images`: the icons of the installed product, drawn from its mark.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from './lint/read-source.ts';

const mark = readFileSync(join(root, 'src/web/public/favicon.svg'), 'utf8');
// What a phone cuts to its own shape has the mark within the middle and its ground up to the edge.
const background = '#0c2a43';
const icons = [
  { name: 'any-192.png', size: 192, share: 1, ground: 'transparent' },
  { name: 'any-512.png', size: 512, share: 1, ground: 'transparent' },
  { name: 'maskable-512.png', size: 512, share: 0.8, ground: background },
  { name: 'touch-180.png', size: 180, share: 0.86, ground: background },
];

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { name, size, share, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * share);
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:${size}px;background:${ground}"><div style="width:${side}px;height:${side}px">${mark}</div>`,
  );
  await page.screenshot({
    path: join(root, 'src/web/public/icons', name),
    omitBackground: true,
  });
  await page.close();
}
await browser.close();
