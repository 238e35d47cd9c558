/**
 * Names that DCSA gives attributes, parameters and headers of Track & Trace 2.2. Source: github.com/dcsaorg/DCSA-OpenAPI, the files
 * tnt/v2/TNT_v2.2.0.yaml, event_domain_v1.1.1, dcsa_domain_v1.1.0, documentation_domain_v1.0.4 and dcsa_location_v1.0.3. Only names
 * that the outward API may need. Facts of the standard, not its text.
 */
export const dcsaNames: ReadonlySet<string> = new Set(
  // Events.
  (
    'eventID eventType eventCreatedDateTime eventDateTime eventClassifierCode shipmentEventTypeCode documentID documentTypeCode reason ' +
    'transportEventTypeCode delayReasonCode changeRemark transportCall equipmentEventTypeCode equipmentReference ISOEquipmentCode ' +
    'emptyIndicatorCode eventLocation documentReferences references seals documentReferenceType documentReferenceValue referenceType ' +
    'referenceValue sealNumber sealSource sealType ' +
    // Calls and places.
    'transportCallID carrierServiceCode carrierVoyageNumber exportVoyageNumber importVoyageNumber transportCallSequenceNumber ' +
    'UNLocationCode facilityCode facilityCodeListProvider facilityTypeCode otherFacility modeOfTransport location vessel ' +
    'locationName address latitude longitude vesselIMONumber vesselName vesselFlag vesselCallSignNumber ' +
    // Queries and subscriptions.
    'carrierBookingReference bookingReference transportDocumentReference transportDocumentID transportDocumentTypeCode scheduleID ' +
    'limit cursor sort subscriptionID callbackUrl secret ' +
    // Headers and errors.
    'API-Version Current-Page First-Page Prev-Page Next-Page Last-Page Notification-Signature Subscription-ID ' +
    'httpMethod requestUri statusCode statusCodeText errorDateTime errors message'
  ).split(' '),
);
