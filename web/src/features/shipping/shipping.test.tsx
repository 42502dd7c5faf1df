// @vitest-environment happy-dom
import { listCases } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import { getCaseByNo } from '@cusp/contract/cases.routes';
import { listDrafts } from '@cusp/contract/drafts.routes';
import { listFiles } from '@cusp/contract/files.routes';
import { caseHistory } from '@cusp/contract/history.routes';
import { heartbeat, leaveCase } from '@cusp/contract/presence.routes';
import type { Shipment } from '@cusp/contract/shipping';
import { addShipment, listShipments, removeShipment } from '@cusp/contract/shipping.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CASE, CASES } from '../../testing/golden.ts';
import { type Answer, hangs, refuses, replies } from '../../testing/replies.ts';
import { openScreen } from '../../testing/screen.tsx';

const SENT: Shipment = {
  id: 33,
  carrier: 'ups',
  carrier_name: '',
  number: '1Z 999/AA1',
  link: '',
  sent_date: '2026-11-22T09:03:00.000Z',
  sent_by: 'Rita Recipient',
};
const RECEIVED: CaseDetail = { ...CASE, usertype: 'OT', proposal: null, edit_order: null };

const open = (...answers: Answer[]) =>
  openScreen(`/cases/${CASE.no}`, [
    replies(listCases, CASES),
    replies(listDrafts, { drafts: [] }),
    replies(getCaseByNo, RECEIVED),
    replies(listFiles, { files: [] }),
    replies(listUploads, { uploads: [] }),
    hangs(caseHistory),
    hangs(heartbeat),
    hangs(leaveCase),
    ...answers,
  ]);
const section = () => screen.findByRole('region', { name: 'Shipping' });

test('both sides see shipments with a link to the carrier; a link of the lab names its host', async () => {
  const other = {
    ...SENT,
    id: 49,
    carrier: 'other',
    carrier_name: 'Bike',
    number: '',
    link: 'https://bike.example/1',
  };
  await open(replies(listShipments, { shipments: [SENT, other as Shipment], may_ship: false }));
  const shown = within(await section());
  const [known, own] = shown.getAllByRole('link') as HTMLAnchorElement[];
  expect(known?.href).toBe('https://www.ups.com/track?tracknum=1Z999%2FAA1');
  expect(known?.rel).toBe('noopener noreferrer');
  expect(own?.textContent).toContain('(bike.example)');
  expect(shown.queryByRole('button')).toBeNull();
});

test('the lab notes a shipment once; what is refused stays in the form, and a mistake can be removed', async () => {
  const user = userEvent.setup();
  const network = await open(
    replies(listShipments, { shipments: [], may_ship: true }),
    refuses(addShipment, 'invalid_input', {
      errors: [{ field: 'link', code: 'invalid_input', message: '' }],
    }),
  );
  await user.click(within(await section()).getByRole('button', { name: 'Add shipment' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /Carrier/ }));
  await user.click(await screen.findByRole('option', { name: 'Other', hidden: true }));
  await user.type(dialog.getByLabelText(/^Name/), 'Bike');
  await user.type(dialog.getByLabelText(/^Link/), 'http://bike.example');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText(/begins with https/)).toBeTruthy();
  expect((dialog.getByLabelText(/^Link/) as HTMLInputElement).value).toBe('http://bike.example');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(network.count(addShipment)).toBe(2));
  const added = Promise.withResolvers<void>();
  const add = replies(addShipment, SENT);
  network.answer({ ...add, respond: (request) => added.promise.then(() => add.respond(request)) });
  network.answer(replies(listShipments, { shipments: [SENT], may_ship: true }));
  await user.clear(dialog.getByLabelText(/^Link/));
  await user.dblClick(dialog.getByRole('button', { name: 'Add' }));
  // A key pressed during the request does not keep the form from closing.
  await user.type(dialog.getByLabelText(/^Name/), 's');
  added.resolve();
  expect(await screen.findByText('The shipment was added.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await within(await section()).findByText('UPS')).toBeTruthy();
  const sent = network.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/shipments/'));
  expect(sent).toHaveLength(3);
  // If a reply had been lost, the server would replace that shipment.
  expect(new Set(sent.map(({ body }) => (body as { key: string }).key)).size).toBe(1);
  expect(sent[2]?.body).toMatchObject({ carrier: 'other', carrier_name: 'Bike', number: '', link: '' });

  network.answer(replies(removeShipment, {}));
  await user.click(within(await section()).getByRole('button', { name: /^Remove: UPS/ }));
  network.answer(replies(listShipments, { shipments: [], may_ship: true }));
  await user.click(
    within(await screen.findByRole('dialog', { name: /Remove/ })).getByRole('button', { name: 'Remove' }),
  );
  await waitFor(() => expect(network.count(removeShipment)).toBe(1));
});
