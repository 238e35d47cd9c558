import { TraceDetailPage } from './TraceDetailPage.tsx';

/** The trace of one consignment by air: its flights with the pieces on each, and what every source says of it. */
export const AirTraceDetailPage = () => <TraceDetailPage route="/air-trace-detail" />;
