import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { RiskZoneOutline } from './RiskZonesPage.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

const boxes = (): number => document.querySelectorAll('.pt-fence-map').length;

test('the place of the map is kept from the moment the outline can be read', () => {
  renderInApp(<RiskZoneOutline outline="10 20, 11 20, 11 21" />);
  // At once, before the code of the map has come: a button below must not move while somebody clicks it.
  expect(boxes()).toBe(1);
  // An empty box would look as if there were nothing to see.
  expect(screen.getByRole('status').closest('.pt-fence-map')).not.toBeNull();
});

test('no map where there is no outline yet', () => {
  renderInApp(
    <>
      <RiskZoneOutline outline={undefined} />
      <RiskZoneOutline outline="" />
      <RiskZoneOutline outline="10 20" />
    </>,
  );
  expect(boxes()).toBe(0);
});
