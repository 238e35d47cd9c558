import { describe, expect, test } from 'vitest';
import { EventQueryError, filterSql, readFilter } from './event-filter.ts';
import { readFilters } from './event-subscriptions.ts';

const sqlOf = (...pairs: [string, string][]): string => {
  const params: unknown[] = [];
  return `${filterSql(readFilter(pairs), params).join(' and ')} ${JSON.stringify(params)}`;
};

describe('filters', () => {
  test('a ship is requested by her seven digits', () => {
    expect(sqlOf(['vesselIMONumber', '9321483'])).toBe('vessel_imo = any($1) [["9321483"]]');
    for (const wrong of ['932148', 'IMO9321', '93214832', 'ABCDEFG'])
      expect(() => readFilter([['vesselIMONumber', wrong]])).toThrow(EventQueryError);
  });

  test('a list may be given at once or value by value, anything else once', () => {
    const lists = 'event_type = any($1) [["SHIPMENT","TRANSPORT"]]';
    expect(sqlOf(['eventType', 'SHIPMENT,TRANSPORT'])).toBe(lists);
    expect(sqlOf(['eventType', 'SHIPMENT'], ['eventType', 'TRANSPORT'])).toBe(lists);
    expect(() => sqlOf(['equipmentReference', 'A'], ['equipmentReference', 'B'])).toThrow('given twice');
  });

  test('what the standard has given up is understood, and met by no event', () => {
    for (const pair of [
      ['scheduleID', '0b9e7f3a-4c1d-4e2f-8a6b-5d7c9e1f2a3b'],
      ['transportDocumentID', '0B9E7F3A-4C1D-4E2F-8A6B-5D7C9E1F2A3B'],
      ['transportDocumentTypeCode', 'SWB,BOL'],
    ] as [string, string][])
      expect(sqlOf(pair)).toBe('event_type = any($1) [[]]');
    expect(sqlOf(['eventType', 'SHIPMENT'], ['transportDocumentTypeCode', 'BOL'])).toBe('event_type = any($1) [[]]');
    expect(() => readFilter([['scheduleID', 'monday']])).toThrow('scheduleID is no UUID');
    expect(() => readFilter([['transportDocumentTypeCode', 'AWB']])).toThrow(EventQueryError);
  });

  test('of a subscription may exclude each other, and name no ship that cannot be', () => {
    const body = { eventType: ['SHIPMENT'], vesselIMONumber: '9321483', equipmentEventTypeCode: ['DISC', 'GTIN'] };
    expect(readFilters(body)).toEqual(body);
    expect(() => readFilters({ vesselIMONumber: '9321484' })).toThrow('check digit');
  });

  test('a subscription shows lists as lists, however they were written', () => {
    expect(readFilters({ eventType: 'TRANSPORT, SHIPMENT', UNLocationCode: 'CNSHA' })).toEqual({
      eventType: ['TRANSPORT', 'SHIPMENT'],
      UNLocationCode: 'CNSHA',
    });
  });
});
