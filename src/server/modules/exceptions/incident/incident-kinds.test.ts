import { expect, test } from 'vitest';
import { incidentKinds } from '#domain/exceptions/incident-cause.ts';
import { incidentsList } from '#lists/incidents.ts';

test('every kind of cause has its name in the list, and no other has', () => {
  expect(Object.keys(incidentsList.columns.kind.values)).toEqual([...incidentKinds]);
});
