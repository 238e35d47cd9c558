import { TraceDetailPage } from './TraceDetailPage.tsx';

/** The trace of a domestic shipment: coast and river with delivery to the door, without customs. */
export const DomesticTraceDetailPage = () => <TraceDetailPage route="/domestic-trace-detail" />;
