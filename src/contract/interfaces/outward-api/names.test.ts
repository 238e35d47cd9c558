import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asRecord } from '#shared/values/objects.ts';
import { dcsaNames } from '#testing/standards/dcsa-names.ts';
import { outwardDocument } from './document.ts';

/** Every name of a property, parameter or header of answers. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === 'example') return [];
    if (key === 'properties' || key === 'headers')
      return [...Object.keys(asRecord(part)), ...namesIn(Object.values(asRecord(part)))];
    if (key === 'parameters' && Array.isArray(part)) return part.map((one) => String(asRecord(one)['name']));
    return namesIn(part);
  });
}

test('names are those of the standard; others are in the documents with their reason', () => {
  const { paths, webhooks, components } = outwardDocument();
  // Notifications are not of the standard at all.
  const { Notification: _, ...schemas } = asRecord(asRecord(components)['schemas']);
  const { events } = asRecord(webhooks);
  const names = new Set([paths, events, schemas].flatMap(namesIn).map((name) => name.split(':')[0] ?? ''));
  expect(names.size).toBeGreaterThan(50);
  const others = [...names].filter((name) => !dcsaNames.has(name));
  const text = readFileSync(new URL('../../../../docs/outward-api.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## Names\n(.*?)(?=\n## |$)/s.exec(text) ?? [];
  const listed = [...section.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  expect(others.toSorted()).toEqual(
    listed.filter((name) => !['type', 'timestamp', 'data'].includes(String(name))).toSorted(),
  );
});
