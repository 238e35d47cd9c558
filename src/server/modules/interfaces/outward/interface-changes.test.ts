import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { interfaceChanges } from '#shared/reference/interface-changes.ts';
import { isRecord } from '#shared/values/objects.ts';
import { outwardDocument } from '#contract/interfaces/outward-api/document.ts';

/** Words that change without a change of the interface. */
const words = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'tags',
  'externalDocs',
  'info',
  'servers',
]);

/** A part of the document without words, its members in the order of their names. */
function shapeOf(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((one) => shapeOf(one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // A property may be called like one of the words.
      .filter(([name]) => isNamed || !words.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, shapeOf(part, name === 'properties')]),
  );
}

const { paths, components } = outwardDocument();
const fingerprint = createHash('sha256')
  .update(JSON.stringify(shapeOf({ paths, components })))
  .digest('hex')
  .slice(0, 16);

/** Fingerprint of the shapes that the newest entry of the list describes. */
const interfaceFingerprint = '074b963187356e23';

test('a change of the shapes of the interface has an entry in the list of changes', () => {
  expect(
    interfaceFingerprint,
    `The shapes of the outward API have changed. Add an entry to interfaceChanges, and set interfaceFingerprint here to ${fingerprint}`,
  ).toBe(fingerprint);
});

test('the list names calls and parameters that there are, the newest first, and what is deprecated has an end', () => {
  const dates = interfaceChanges.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  for (const { call, date, kind, sunset, field } of interfaceChanges) {
    if (kind === 'deprecated') expect(Date.parse(sunset ?? ''), `${call} ${field}`).toBeGreaterThan(Date.parse(date));
    if (call === '*' || kind === 'removed') continue;
    const [method = '', path = ''] = call.split(' ');
    const operations = isRecord(paths) ? paths[path] : undefined;
    expect(isRecord(operations) && method.toLowerCase() in operations, call).toBe(true);
    if (field !== undefined) expect(JSON.stringify({ operations, components })).toContain(`"${field}"`);
  }
});

test('a change of words changes no fingerprint, a new parameter does', () => {
  const one = { properties: { description: { type: 'string', description: 'a' } } };
  const other = { properties: { description: { type: 'string', description: 'b' } } };
  const more = { properties: { description: { type: 'string' }, title: { type: 'string' } } };
  expect(shapeOf(one)).toEqual(shapeOf(other));
  expect(shapeOf(one)).not.toEqual(shapeOf(more));
});
