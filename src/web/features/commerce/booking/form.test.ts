import { expect, test } from 'vitest';
import { blankForm, formOfLink } from './form.ts';

test('a link without the wish to book asks for nothing', () => {
  expect(formOfLink({ bookCarrier: 'MERI' })).toBeUndefined();
});

test('a link fills in what it knows', () => {
  const link = {
    book: '1',
    bookCarrier: 'MERI',
    bookPol: 'CNSHA',
    bookDeparture: '1700000000000',
    bookUnits: '3',
    // A filter of the list.
    podCode: 'NLRTM',
  };
  expect(formOfLink(link)).toEqual({
    ...blankForm,
    carrierCode: 'MERI',
    polCode: 'CNSHA',
    departureTime: 1_700_000_000_000,
    equipmentList: [{ containerType: '40HQ', units: 3 }],
  });
});

test('what is no number is left out', () => {
  expect(formOfLink({ book: '1', bookDeparture: 'soon', bookUnits: '-2' })).toEqual(blankForm);
});
