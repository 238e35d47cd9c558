import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allInPrice, applicableSurcharges, type PriceQuestion, type SurchargeLine } from './all-in-price.ts';

const question: PriceQuestion = {
  freight: { amount: 1000, currency: 'USD' },
  carrierId: 1,
  polId: 2,
  podId: 3,
  containerTypeId: 4,
  containers: 2,
  currency: 'USD',
};
let id = 0;
const line = (values: Partial<SurchargeLine>): SurchargeLine => ({
  id: (id += 1),
  code: 'THC',
  nameCn: null,
  nameEn: null,
  basis: 'CONTAINER',
  payer: 'PREPAID',
  amount: 100,
  currency: 'USD',
  carrierId: null,
  polId: null,
  podId: null,
  containerTypeId: null,
  ...values,
});
const rates = (currency: string): string | undefined => ({ USD: '1', CNY: '0.14', EUR: '1.08' })[currency];

describe('surcharges of a container', () => {
  test('are those whose scope fits', () => {
    const matching = [line({ code: 'A' }), line({ code: 'B', carrierId: 1 }), line({ code: 'C', polId: 2, podId: 3 })];
    const others = [line({ code: 'D', carrierId: 9 }), line({ code: 'E', podId: 2 }), line({ containerTypeId: 5 })];
    expect(applicableSurcharges([...matching, ...others], question)).toEqual(matching);
  });

  test('of one code are those with the narrowest scope', () => {
    const wide = line({});
    const narrow = line({ carrierId: 1, polId: 2 });
    const other = line({ payer: 'COLLECT' });
    expect(applicableSurcharges([wide, narrow, other], question)).toEqual([narrow, other]);
  });
});

describe('the price of a container', () => {
  test('adds what is charged per container, per bill and as a share of the freight', () => {
    const lines = [
      line({}),
      line({ code: 'DOC', basis: 'BL', amount: 45 }),
      line({ code: 'BAF', basis: 'PERCENT', amount: 12.5, currency: null }),
    ];
    const price = allInPrice(question, lines, rates);
    expect(price.surcharges.map(({ perContainer }) => perContainer)).toEqual(['100.00', '22.50', '125.00']);
    expect(price).toMatchObject({ freight: '1000.00', total: '1247.50', missing: [] });
  });

  test('takes percentages of the freight alone: they never run in circles, whatever their order', () => {
    const percent = (code: string, amount: number) => line({ code, basis: 'PERCENT', amount, currency: null });
    const lines = [percent('BAF', 10), percent('CAF', 50), line({ code: 'THC', amount: 80 }), percent('PSS', 100)];
    const price = allInPrice(question, lines, rates);
    expect(price.total).toBe('2680.00');
    expect(allInPrice(question, lines.toReversed(), rates).total).toBe(price.total);
  });

  test('converts by the rates of the day, and says which are missing', () => {
    const cny = allInPrice({ ...question, currency: 'CNY' }, [line({ amount: 100, currency: 'EUR' })], rates);
    expect(cny).toMatchObject({ freight: '7142.86', total: '7914.29' });
    const unknown = allInPrice(question, [line({ currency: 'JPY' })], rates);
    expect(unknown).toMatchObject({ freight: '1000.00', total: null, missing: ['JPY'] });
    expect(unknown.surcharges[0]?.perContainer).toBeNull();
  });

  test('is exact to the cent where binary numbers are not', () => {
    const lines = [line({ code: 'A', amount: 0.1 }), line({ code: 'B', amount: 0.2 })];
    expect(allInPrice({ ...question, freight: { amount: 0, currency: 'USD' } }, lines, rates).total).toBe('0.30');
    const half = allInPrice({ ...question, freight: { amount: '1.005', currency: 'USD' } }, [], rates);
    expect(half.freight).toBe('1.01');
  });

  test('the total is always the sum of the lines as shown', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000 }).map((value) => (value / 100).toFixed(2));
    fc.assert(
      fc.property(
        amounts,
        fc.array(
          fc.tuple(amounts, fc.constantFrom('USD', 'CNY', 'EUR'), fc.constantFrom('CONTAINER', 'BL', 'PERCENT')),
        ),
        fc.integer({ min: 1, max: 40 }),
        (freight, parts, containers) => {
          const lines = parts.map(([amount, currency, basis], index) =>
            line({
              code: `C${index}`,
              basis: basis as SurchargeLine['basis'],
              amount: basis === 'PERCENT' ? new Decimal(amount).mod(100).toFixed(2) : amount,
              currency: basis === 'PERCENT' ? null : currency,
            }),
          );
          const price = allInPrice(
            { ...question, freight: { amount: freight, currency: 'EUR' }, containers },
            lines,
            rates,
          );
          const shown = [price.freight, ...price.surcharges.map(({ perContainer }) => perContainer)];
          const sum = shown.reduce((total, part) => total.plus(part ?? Number.NaN), new Decimal(0));
          expect(price.total).toBe(sum.toFixed(2));
        },
      ),
    );
  });
});
