import { pipelineDeps } from '#server/background.ts';
import { autotestModule } from '#server/modules/exceptions/rule-backtest/index.ts';
import { businessDataModule } from '#server/modules/tracking/business-data/index.ts';
import { pullScheduler } from '#server/modules/intake/collection/index.ts';
import { exceptionModule, tracePresenter } from '#server/modules/exceptions/exception/index.ts';
import { overrideModule } from '#server/modules/tracking/override/index.ts';
import { precedenceModule } from '#server/modules/intake/precedence/index.ts';
import { replayModule } from '#server/modules/intake/replay/index.ts';
import { subscriptionModule } from '#server/modules/tracking/subscription/index.ts';
import { traceModule } from '#server/modules/tracking/trace/index.ts';
import { trackingModule } from '#server/modules/tracking/shipment/index.ts';
import { unknownPortModule } from '#server/modules/intake/unknown-port/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { productModules } from '#server/start-product.ts';
import type { startPipeline } from './pipeline.ts';
import { testApp } from './test-app.ts';

/** Every call of the product on the clock, queue and sources of a pipeline; `more` is what only some features work with. */
export function productApp(
  database: Database,
  { reference, keys, queue, clock }: Awaited<ReturnType<typeof startPipeline>>,
  more: Partial<Parameters<typeof productModules>[0]> = {},
  settings: NonNullable<Parameters<typeof testApp>[1]>['settings'] = {},
) {
  const modules = productModules({ reference, keys, queue, clock, worldClock: null, ...more });
  return testApp(database, { clock, modules, settings });
}

/** The calls about subscriptions and their shipments on the clock, queue and sources of a pipeline. */
export function pipelineApp(database: Database, pipeline: Awaited<ReturnType<typeof startPipeline>>) {
  const { reference, queue, clock, keys } = pipeline;
  const parts = pipelineDeps({ database, queue, clock, log: queue.log, reference, keys });
  return testApp(database, {
    clock,
    queue,
    modules: [
      exceptionModule(reference),
      trackingModule(reference, tracePresenter(reference.current)),
      traceModule({ reference, pipeline: parts }, tracePresenter(reference.current)),
      subscriptionModule({ reference, schedulePulls: pullScheduler(queue) }),
      autotestModule({ reference, queue }),
      replayModule({ pipeline: parts, queue, reference }),
      overrideModule({ pipeline: parts, reference }),
      businessDataModule({ pipeline: parts, reference }),
      precedenceModule({ pipeline: parts, queue }),
      unknownPortModule({ reference, queue }),
    ],
  });
}
