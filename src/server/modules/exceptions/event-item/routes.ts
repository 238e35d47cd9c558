import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { enableEventItem, saveEventRule, tryEventRule } from './change-item.ts';
import { getEventRule } from './get-rule.ts';
import { findRecipients } from './recipients.ts';
import { testEventRule } from './test-rule.ts';

/** The rules of event items: entered, tested, tried on history and switched on. */
export const eventItemRoutes =
  ({ reference, queue }: { reference: () => ReferenceSnapshot; queue: Queue }): Routes =>
  (app) => {
    route(app, 'eventRule', ({ ctx, input }) => getEventRule({ ctx, input: input.query }));
    route(app, 'eventRecipients', ({ ctx, input }) => findRecipients({ ctx, input: input.query }));
    route(app, 'eventRuleSave', async ({ ctx, input }) =>
      answer(await saveEventRule({ ctx, input: input.body }), 'event.ruleSaved'),
    );
    route(app, 'eventRuleTest', ({ ctx, input }) => testEventRule({ ctx, input: input.body, reference: reference() }));
    route(app, 'eventRuleTry', async ({ ctx, input }) =>
      answer(await tryEventRule({ ctx, input: input.body, reference: reference(), queue }), 'event.trialStarted'),
    );
    route(app, 'eventItemEnable', async ({ ctx, input }) =>
      answer(
        await enableEventItem({ ctx, input: input.body, queue }),
        input.body.enabled === 1 ? 'event.enabled' : 'event.disabled',
      ),
    );
  };
