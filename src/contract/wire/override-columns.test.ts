import { describe, expect, test } from 'vitest';
import { bookingPath, containerPath, eventPath, legPath } from '#domain/intake/fusion/paths.ts';
import { columnOfPath, pathOfColumn } from './override-columns.ts';

const event = { containerNo: 'MERU1234567', statusCode: 'LOBD', portCode: 'CNSHA', occurrence: 1 };

describe('columns of the wire and paths of a shipment', () => {
  test.each([
    [bookingPath('eta'), 'OBM_BK', '7', 'CUST_ETA'],
    [legPath(2, 'vesselName'), 'OBM_MULTI_VESSEL', '7-2', 'VESSEL_EN'],
    [containerPath('MERU1234567', 'sealNo'), 'OBM_DOC_ACTUAL_CONTAINER', '7-MERU1234567', 'SEAL_NO'],
    [eventPath(event, 'actual'), 'MD_STATUS_RECORD', '7-MERU1234567|LOBD|CNSHA|1', 'EVENT_TIME'],
  ])('%s is %s %s %s and back', (path, tableName, tableKeyId, columnName) => {
    expect(columnOfPath(path, '7')).toEqual({ tableName, tableKeyId, columnName });
    expect(pathOfColumn(tableName, tableKeyId, columnName)).toEqual({ bkId: 7, path });
  });

  test('names are taken in the spelling of the screen too', () => {
    expect(pathOfColumn('obm_bk', '7', 'custEtd')).toEqual({ bkId: 7, path: 'booking.etd' });
    expect(pathOfColumn('obmMultiVessel', '7-1', 'vesselEn')).toEqual({ bkId: 7, path: 'leg[1].vesselName' });
  });

  test('what is unknown is stated by its part', () => {
    expect(pathOfColumn('OTHER', '7', 'ATA')).toEqual({ problem: 'table' });
    expect(pathOfColumn('OBM_BK', '7', 'OTHER')).toEqual({ problem: 'column' });
    expect(pathOfColumn('OBM_BK', '7-1', 'ATA')).toEqual({ problem: 'row' });
    expect(pathOfColumn('OBM_MULTI_VESSEL', '7', 'ATA')).toEqual({ problem: 'row' });
    expect(pathOfColumn('OBM_BK', 'x', 'ATA')).toEqual({ problem: 'row' });
  });
});
