import { exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';

/** A line of customs, with what a test wants otherwise. */
export const declarationLine = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  declarationNo: 'CNE123456789',
  procedure: 'EXPORT',
  portCode: 'CNSHA',
  billNo: exampleBill,
  containerNo: exampleContainer,
  status: 'DECLARED',
  statusTime: '2026-01-08T10:00:00+08:00',
  publishedTime: '2026-01-08T02:20:00Z',
  ...more,
});

/** What customs say of a container that goes out freely and is held where it comes in. */
export const exampleDeclarations = (): { declarations: Record<string, unknown>[] } => ({
  declarations: [
    declarationLine(),
    declarationLine({ status: 'RELEASED', statusTime: '2026-01-08T15:00:00+08:00' }),
    declarationLine({ procedure: 'IMPORT', portCode: 'NLRTM', statusTime: '2026-02-10T08:00:00+01:00' }),
    declarationLine({
      procedure: 'IMPORT',
      portCode: 'NLRTM',
      status: 'HELD',
      statusTime: '2026-02-10T20:00:00+01:00',
    }),
  ],
});
