import { expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { connectAssistant } from '#testing/assistants.ts';
import { CallerWalk, fillWalkedTenant, rowIds } from '#testing/caller-walk.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const walked = await fillWalkedTenant(database);
const theirs = await buildTenant(database, { code: 'WALKTHEIRS' });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
const { app, signedIn } = await testApp(database, {
  modules: await testProductModules(database),
  settings: { validateAnswers: false },
});
const stranger = await signedIn('stranger');
const made = await stranger.call('apiKeyInsert', {
  body: { tenantId: String(theirs.id), name: 'walker', scopes: ['read', 'act'] },
});
const assistant = await connectAssistant(app, made.data.key);
const walk = await CallerWalk.prepare(app, database, walked);

const ids = [rowIds.first, rowIds.second].map(String);
const texts = Object.values(walked.filled.texts);
/** What each tool is asked with, so that it names rows of the other tenant in every way it can. */
const inputs: Record<string, (id: string, text: string) => Record<string, unknown>[]> = {
  find_reference: (_, text) => [{ text }],
  get_shipment: (id, text) => [{ shipmentId: id }, { reference: text.slice(0, 60) }],
  explain_value: (id) => [{ shipmentId: id }, { shipmentId: id, value: 'eta' }],
  list_attention: () => [{}, { onlyMine: true }, { page: 2 }],
  explain_exception: (id) => [{ exceptionId: id }],
  find_sailings: () => [{ from: 'CNSHA', to: 'DEHAM' }],
  compare_sailings: (id, text) => [{ shipmentId: id }, { reference: text.slice(0, 60) }],
  find_rates: () => [{ from: 'CNSHA', to: 'DEHAM' }],
  port_situation: () => [{ port: 'CNSHA' }],
  vessel_position: (_, text) => [{ vessel: text.slice(0, 60) }],
  orders_at_risk: () => [{}, { risk: 'atRisk' }],
  add_tracking: () => [],
  comment: (id) => [
    { exceptionId: id, text: 'x' },
    { exceptionId: id, undo: id },
  ],
  assign: (id) => [
    { exceptionId: id, person: 'me' },
    { exceptionId: id, person: 'WALKOWNER' },
    { exceptionId: id, undo: true },
  ],
  set_handling: (id) => [
    { exceptionId: id, status: 'handled' },
    { exceptionId: id, undo: true },
  ],
  snooze: (id) => [
    { exceptionId: id, hours: 2 },
    { exceptionId: id, undo: true },
  ],
};

test('no tool tells or changes anything of another tenant, whatever it is asked', async () => {
  const names = await assistant.toolNames();
  expect(names).toEqual(Object.keys(inputs).sort());
  const before = await walk.snapshot();
  const requested = [...ids, String(rowIds.ofNobody)];
  for (const name of names) {
    const wanted = requested.flatMap((id, place) => inputs[name]?.(id, texts[place * 7] ?? 'WALKMARK') ?? []);
    for (const input of wanted) {
      const { text, data } = await assistant.use(name, input);
      const statement = `${text} ${JSON.stringify(data ?? null)}`;
      const given = JSON.stringify(input);
      for (const secret of walked.secrets)
        if (!given.includes(secret)) expect(statement, `${name} ${given}`).not.toContain(secret);
    }
  }
  expect(await walk.snapshot()).toEqual(before);
});
