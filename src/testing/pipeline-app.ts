import { httpModule } from '#server/module/index.ts';
import { pipelineDeps } from '#server/parts.ts';
import { ruleBacktest } from '#server/modules/exceptions/rule-backtest/index.ts';
import { businessData } from '#server/modules/tracking/business-data/index.ts';
import { pullScheduler } from '#server/modules/intake/collection/index.ts';
import { exception, tracePresenter } from '#server/modules/exceptions/exception/index.ts';
import { override } from '#server/modules/tracking/override/index.ts';
import { precedence } from '#server/modules/intake/precedence/index.ts';
import { replay } from '#server/modules/intake/replay/index.ts';
import { subscription } from '#server/modules/tracking/subscription/index.ts';
import { trace } from '#server/modules/tracking/trace/index.ts';
import { shipment } from '#server/modules/tracking/shipment/index.ts';
import { unknownPort } from '#server/modules/intake/unknown-port/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { productModules } from '#server/product.ts';
import type { startPipeline } from './pipeline.ts';
import { testApp } from './test-app.ts';

/** Every call of the product on the clock, queue and sources of a pipeline; `more` is what only some features work with. */
export function productApp(
  database: Database,
  { reference, keys, queue, clock }: Awaited<ReturnType<typeof startPipeline>>,
  more: Partial<Parameters<typeof productModules>[0]> = {},
) {
  const modules = productModules({ reference, keys, queue, clock, worldClock: null, ...more });
  return testApp(database, { clock, modules });
}

/** The calls about subscriptions and their shipments on the clock, queue and sources of a pipeline. */
export function pipelineApp(database: Database, pipeline: Awaited<ReturnType<typeof startPipeline>>) {
  const { reference, queue, clock, keys } = pipeline;
  const parts = pipelineDeps({ queue, clock, reference, keys });
  return testApp(database, {
    clock,
    queue,
    modules: [
      httpModule(exception, { reference: reference.current }),
      httpModule(shipment, { reference: reference.current, presentExceptions: tracePresenter(reference.current) }),
      httpModule(trace, {
        reference: reference.current,
        pipeline: parts,
        presentExceptions: tracePresenter(reference.current),
      }),
      httpModule(subscription, { reference: reference.current, schedulePulls: pullScheduler(queue) }),
      httpModule(ruleBacktest, { reference: reference.current, queue }),
      httpModule(replay, { pipeline: parts, queue, reference: reference.current }),
      httpModule(override, { pipeline: parts, reference: reference.current }),
      httpModule(businessData, { pipeline: parts, reference: reference.current }),
      httpModule(precedence, { pipeline: parts, queue }),
      httpModule(unknownPort, { reference: reference.current, queue, services: { touch: reference.touch } }),
    ],
  });
}
