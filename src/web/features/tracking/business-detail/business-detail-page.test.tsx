import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
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
