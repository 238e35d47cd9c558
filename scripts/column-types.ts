/**
 * Types of columns that the database knows only as text or JSON, by `table.column`: what the product writes there. The generated
 * schema names them, so that no reader has to. Text columns with a check over a list of values have their type from that check.
 */
export const columnTypes: Readonly<Record<string, { readonly type: string; readonly from: string }>> = {
  'shipment.content': { type: 'ShipmentContent', from: '#domain/tracking/model.ts' },
  'shipment_change.changes': { type: 'ValueChanges', from: '#domain/fusion/known-values.ts' },
};
