import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press } from '#testing/screen-acts.ts';
import { businessFixture } from '#testing/web/business-fixture.ts';
import { text } from '#web/i18n/index.ts';
import { businessDetailPage } from './page.ts';

const notThere = () => new Refusal('没有这条业务数据', { data: { notFound: true } });
const server = callServer({ getBusinessData: () => notThere() });
beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('without an id, or with one that is none, nothing is asked and the page says what it needs', async () => {
  for (const href of ['/exceptionBusinessDetail', '/exceptionBusinessDetail?obmBkId=abc']) {
    await openPage(businessDetailPage, href);
    expect(await screen.findByText(text('business.noId'))).toBeDefined();
    cleanup();
  }
  expect(server.asked('getBusinessData')).toEqual([]);
});

test('the booking that another page left is requested; the address comes before it', async () => {
  localStorage.setItem('exceptionBusinessDetail', '61');
  await openPage(businessDetailPage);
  expect(await screen.findByText(text('business.notFoundText', { id: '61' }))).toBeDefined();
  cleanup();
  await openPage(businessDetailPage, '/exceptionBusinessDetail?obmBkId=62');
  expect(await screen.findByText(text('business.notFoundText', { id: '62' }))).toBeDefined();
  expect(server.asked('getBusinessData')).toEqual([{ obmBkId: '61' }, { obmBkId: '62' }]);
});

test('a booking that is not there is not requested again; an answer that did not come is, when wanted', async () => {
  server.answer({ getBusinessData: () => new Refusal('数据库忙') });
  await openPage(businessDetailPage, '/exceptionBusinessDetail?obmBkId=62');
  expect(await screen.findByText('数据库忙')).toBeDefined();
  server.answer({ getBusinessData: () => notThere() });
  await userEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText(text('business.notFound'))).toBeDefined();
  expect(screen.queryByRole('button', { name: /重\s*试/ })).toBeNull();
});

test('while a booking is saved nothing else is entered, which would be lost', async () => {
  const saved = Promise.withResolvers<void>();
  globalThis.fetch = async (input) => {
    const path = String(input);
    const isSaving = path.includes('saveOrUpdateBusinessData');
    if (isSaving) await saved.promise;
    const rows = path.includes('All') ? [] : { records: [], totalPage: 0, totalRecord: 0 };
    const isBooking = isSaving || path.includes('queryBusinessDataByBkId');
    const data = isBooking ? businessFixture(isSaving ? { custVoyage: '1W2', recordVersion: 4 } : {}) : rows;
    return Response.json({ status: 1, msg: '', data: path.includes('queryUpdateLogDataByBkId') ? {} : data });
  };
  await openPage(businessDetailPage, '/exceptionBusinessDetail?obmBkId=7');
  const voyage = await screen.findByRole<HTMLInputElement>('textbox', { name: '航次' });
  await userEvent.type(voyage, '2');
  await press('保存');
  expect(voyage.closest('[inert]')).not.toBeNull();
  saved.resolve();
  await waitFor(() => expect(voyage.closest('[inert]')).toBeNull());
  expect(voyage.value).toBe('1W2');
});
